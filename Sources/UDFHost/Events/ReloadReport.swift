/// What came of a reload.
public struct ReloadReport: Sendable {
  /// The generation that runs now: the new one, or the old one if the reload failed.
  public var generation: Int
  public var ok: Bool
  /// The files that were loaded anew, relative to the app's folder.
  public var files: [String]
  public var error: HostError?
  /// Seconds.
  public var duration: Double
  public var stateReset: Bool
  /// What the reload changed besides, one line each.
  public var notes: [String]
  /// What the reload changed in the state: new defaults, migrations, features that came or went, or a reset.
  public var changes: [Change] = []

  public init(
    generation: Int, ok: Bool, files: [String], error: HostError? = nil, duration: Double = 0,
    stateReset: Bool = false, notes: [String] = []
  ) {
    self.generation = generation
    self.ok = ok
    self.files = files
    self.error = error
    self.duration = duration
    self.stateReset = stateReset
    self.notes = notes
  }
}
