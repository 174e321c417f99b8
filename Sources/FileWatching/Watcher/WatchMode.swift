/// How udfhost notices that a loaded file was saved; the raw values are those of `--watch`.
///
///     let mode = WatchMode(rawValue: "poll")   // .poll
public enum WatchMode: String, Sendable, CaseIterable {
  /// Events of the system; polling where it has none left to give.
  case auto
  /// A look at every file ten times a second, for mounts that send no events.
  case poll
  /// Nothing is watched.
  case off
}
