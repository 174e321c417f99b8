/// The effect of a test store that the present task belongs to.
enum CurrentEffect {
  /// The action that started the effect.
  @TaskLocal static var action: String?
  @TaskLocal static var pump: EffectPump?
}
