extension AppHost {
  /// Whether it is told, as a log line of the level `trace`, when effects begin and end.
  public var tellsEffects: Bool {
    get { effects.teller != nil }
    set {
      guard newValue != tellsEffects else { return }
      effects.teller = newValue ? EffectTeller(clock: configuration.clock) { [unowned self] in emit($0) } : nil
    }
  }
}
