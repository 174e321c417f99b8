/// A source of hints that a file may have changed; confined to the watcher's thread.
///
/// A hint may be wrong, because the watcher compares contents afterwards, but no change may be without a hint.
protocol FileEvents: AnyObject {
  /// Becomes readable when there are hints; -1 if the watcher must call ``touched()`` every `interval` instead.
  var descriptor: Int32 { get }
  var interval: Duration? { get }

  /// Watches exactly these absolute paths. The watcher calls it again before it compares contents, so that replaced
  /// directories and links are watched too.
  func watch(_ files: some Collection<String>) throws(WatchFailure)

  /// Returns the files with hints since the last call. Never blocks.
  func touched() throws(WatchFailure) -> Set<String>
}
