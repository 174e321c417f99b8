import Platform

/// Reports which files of a watched set have new content, independent of how an editor saves them.
///
/// It calls `onChange` on its own thread, about 25 ms after the last event of a burst. It does not report a file whose
/// content is the same. A file that is deleted is reported if it is still missing after a second. If the system has no
/// event source left, it polls and calls `onNotice` once.
///
///     let watcher = FileWatcher(mode: .auto) { changed in handle.reload(changed) }
///     watcher.watch(files: ["/app/app.lua": ContentHash.of(source.utf8)])
package final class FileWatcher: Sendable {
  /// The default time to wait for an editor that has truncated or deleted a file to write the new content.
  package static let emptiedPause: Duration = .seconds(1)
  private let mailbox: WatchMailbox?

  package convenience init(
    mode: WatchMode, emptiedPause: Duration = FileWatcher.emptiedPause,
    onNotice: @escaping @Sendable (String) -> Void = { _ in },
    onChange: @escaping @Sendable (Set<String>) -> Void
  ) {
    self.init(events: Self.events(mode), emptiedPause: emptiedPause, onNotice: onNotice, onChange: onChange)
  }

  /// - Parameters:
  ///   - events: makes the event source, on the watcher's thread; nil means that nothing is watched.
  ///   - emptiedPause: how long to wait for an editor that has truncated or deleted a file to write the new content.
  init(
    events: (@Sendable () throws(WatchFailure) -> any FileEvents)?, debounce: Duration = .milliseconds(25),
    emptiedPause: Duration = FileWatcher.emptiedPause, onNotice: @escaping @Sendable (String) -> Void = { _ in },
    onChange: @escaping @Sendable (Set<String>) -> Void
  ) {
    guard let events else {
      mailbox = nil
      return
    }
    mailbox = WatchMailbox()
    let isStarted = mailbox.map { mailbox in
      BackgroundThread.start {
        var loop = WatchLoop(
          mailbox: mailbox, debounce: debounce, emptiedPause: emptiedPause, events: events, onNotice: onNotice,
          onChange: onChange)
        loop.run()
      }
    }
    if isStarted != true {
      onNotice(
        """
        watching files: the system has no thread or pipe left
          Saved files are not detected.
          To fix this, close other programs and start again, or reload by hand: :reload
        """)
    }
  }

  deinit { stop() }

  /// Replaces the watched set: a map from absolute path to the `ContentHash` of the loaded content, or `ContentHash.missing`.
  /// A file that already differs from its hash is reported too, unless its current content was the last one reported.
  package func watch(files: [String: UInt64]) { mailbox?.post { $0.files = files } }

  /// Stops the watcher permanently. A report that has already begun may still arrive.
  package func stop() { mailbox?.post { $0.isStopped = true } }

  /// The event source for `mode` on this system; nil means that nothing is watched.
  static func events(_ mode: WatchMode) -> (@Sendable () throws(WatchFailure) -> any FileEvents)? {
    switch mode {
    case .off: return nil
    case .poll: return { PollingEvents() }
    case .auto:
      return { () throws(WatchFailure) -> any FileEvents in
        #if os(Linux)
          try InotifyEvents()
        #elseif os(macOS)
          try KqueueEvents()
        #else
          PollingEvents()
        #endif
      }
    }
  }
}
