import Platform

/// Reports which of a changing set of files were saved with a new content, however the editor saves.
///
/// Reports come on the watcher's own thread, about 25 ms after the last event of a burst; a file that was
/// touched, or deleted and not created again, is none. Where the system has no events left it polls, and says
/// so once through `onNotice`.
///
///     let watcher = FileWatcher(mode: .auto) { changed in handle.reload(changed) }
///     watcher.watch(files: ["/app/app.lua": ContentHash.of(source.utf8)])
package final class FileWatcher: Sendable {
  /// How long a save that has only emptied its file is given to go on, unless it is said.
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
  ///   - events: makes the source of events, on the watcher's thread; nil: nothing is watched.
  ///   - emptiedPause: how long a save that has only emptied its file is given to go on.
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
          Saved files are not noticed.
          To fix this, close other programs and start again, or reload by hand: :reload
        """)
    }
  }

  deinit { stop() }

  /// Replaces the watched set: absolute path to the `ContentHash` of what was loaded. A file that differs
  /// from its hash already is reported too, unless that very content was reported last.
  package func watch(files: [String: UInt64]) { mailbox?.post { $0.files = files } }

  /// Ends the watching for good; a report that is under way may still arrive.
  package func stop() { mailbox?.post { $0.isStopped = true } }

  /// What `mode` stands for on this system; nil: nothing is watched.
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
