/// How udfhost detects saved files. The raw values are those of `--watch`.
///
///     let mode = WatchMode(rawValue: "poll")   // .poll
public enum WatchMode: String, Sendable, CaseIterable {
  /// The system's file events, or polling if the system has no event source left.
  case auto
  /// Checks every file ten times a second, for mounts that send no events.
  case poll
  /// Nothing is watched.
  case off
}
