/// The result of a reload.
public struct ReloadReport: Sendable {
  /// The generation that runs now: the new one, or the previous one if the reload failed.
  public var generation: Int
  public var ok: Bool
  /// The files that were reloaded, relative to the app's folder.
  public var files: [String]
  public var error: HostError?
  /// The duration in seconds.
  public var duration: Double
  public var stateReset: Bool
  /// Whether the history is empty now because the states have another structure.
  public var historyCleared = false
  /// Other changes that the reload made, one line each.
  public var notes: [String]
  /// The changes of the state: new defaults, migrations, added or removed features, or a reset.
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
