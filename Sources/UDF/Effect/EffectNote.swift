/// What running work tells the store's owner besides its actions.
enum EffectNote: Sendable {
  case misuse(Misuse)
  case output(UseCaseTrace)
}
