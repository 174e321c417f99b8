/// A source of hints that a file may have changed; confined to the watcher's thread.
///
/// Hints may be too many, since contents are compared afterwards, but none may be missing.
protocol FileEvents: AnyObject {
  /// Becomes readable when there are hints; -1 when they have to be asked for every `interval`.
  var descriptor: Int32 { get }
  var interval: Duration? { get }

  /// Watches exactly these absolute paths. Called again before contents are compared, so that directories and
  /// links that were replaced are found again.
  func watch(_ files: some Collection<String>) throws(WatchFailure)

  /// The files with hints since the last call; never blocks.
  func touched() throws(WatchFailure) -> Set<String>
}
