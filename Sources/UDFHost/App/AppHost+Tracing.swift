extension AppHost {
  /// Whether the host reports, as a log line of the level `trace`, when effects begin and end.
  public var tracesEffects: Bool {
    get { isOnOwner() && effects.isTracing }
    set { if isOnOwner() { effects.isTracing = newValue } }
  }
}
