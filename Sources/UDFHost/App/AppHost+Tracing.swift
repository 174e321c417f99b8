extension AppHost {
  /// Whether the host reports, as a log line of the level `trace`, when effects begin and end.
  public var tracesEffects: Bool {
    get { effects.isTracing }
    set { effects.isTracing = newValue }
  }
}
