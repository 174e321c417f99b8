import Dispatch
import Platform

/// Delivers the entries of a log after a place until it is cancelled. It has its own thread and connection.
public final class LogSubscription: Sendable {
  private struct State {
    var isCancelled = false
    /// Whether ``check()`` waits for its answer.
    var isAsked = false
    var interrupt: (@Sendable () -> Void)?
    var lastContact: ContinuousClock.Instant?
  }

  private let bell = Bell()
  private let state = Guarded(State())

  init() {}

  deinit { cancel() }

  /// When the engine last responded; nil: it has not yet. While no entries arrive, the subscription asks the engine every
  /// ``LogOptions/check`` seconds.
  public var lastContact: ContinuousClock.Instant? { state.withLock { $0.lastContact } }

  /// Cancels the subscription. An event that is being delivered may still arrive.
  public func cancel() {
    let interrupt = state.withLock { state in
      state.isCancelled = true
      return state.interrupt
    }
    bell.ring()
    interrupt?()
  }

  /// Reads the log once more within ``LogOptions/check`` seconds, and delivers ``LogEvent/live(_:)`` if it has all entries that were
  /// delivered, or else ``LogEvent/ended(_:)``.
  public func check() {
    let interrupt = state.withLock { state in
      state.isAsked = true
      return state.interrupt
    }
    interrupt?()
  }

  /// Starts the delivery; returns false if the system has no thread left.
  ///
  /// - Parameter threads: entered while the thread runs.
  func start(
    _ engine: any LogEngine, after place: LogPlace, _ options: LogOptions, _ threads: DispatchGroup,
    deliver: @escaping @Sendable (LogEvent) -> Void
  ) -> Bool {
    // The thread does not retain the subscription: releasing the last reference cancels it.
    BackgroundThread.start(in: threads) { [bell, state] in
      var delivery = Delivery(engine, place, options, bell, state, deliver)
      delivery.run()
      delivery.connection.close()
    }
  }

  private struct Delivery {
    let options: LogOptions
    let bell: Bell
    let state: Guarded<State>
    let deliver: @Sendable (LogEvent) -> Void
    let connection: ReopenedConnection
    var reader: LogReader
    /// The failure of the last `disconnected`; nil: the engine responds.
    var failure: LogFailure?
    var isLive = false
    var pause: Double

    init(
      _ engine: any LogEngine, _ place: LogPlace, _ options: LogOptions, _ bell: Bell, _ state: Guarded<State>,
      _ deliver: @escaping @Sendable (LogEvent) -> Void
    ) {
      self.options = options
      self.bell = bell
      self.state = state
      self.deliver = deliver
      connection = ReopenedConnection(engine, creates: !options.isReadOnly) { connection in
        state.withLock { $0.interrupt = connection.interrupt }
      }
      reader = LogReader(engine.name, at: place)
      pause = options.pause.lowerBound
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }
    private var isAsked: Bool { state.withLock { $0.isAsked } }

    mutating func run() {
      while !isCancelled {
        do throws(LogFailure) {
          if try readPage() { try follow() }
        } catch {
          guard canRetry(error) else {
            if !isCancelled { deliver(.ended(error)) }
            return
          }
          retryLater(error)
        }
      }
    }

    /// Whether another attempt may succeed. A login that was accepted before may be accepted again.
    private func canRetry(_ error: LogFailure) -> Bool {
      switch error.code {
      case .unreachable, .full: true
      case .denied: state.withLock { $0.lastContact } != nil
      case .refused, .trimmed, .diverged, .incompatible, .closed: false
      }
    }

    /// Reads a page; returns whether it was the last one for now.
    private mutating func readPage() throws(LogFailure) -> Bool {
      let limit = options.page
      // Before the page is read: a later call asks for another one.
      if takeAsked() { isLive = false }
      let page = try connection.use { [reader] connection throws(LogFailure) in
        let page = try connection.read(after: reader.place.position, limit: limit)
        var copy = reader
        try copy.accept(page, from: connection)
        return (page, copy)
      }
      reader = page.1
      didRespond()
      failure = nil
      pause = options.pause.lowerBound
      if !page.0.entries.isEmpty { deliver(.entries(page.0.entries, head: page.0.head.position)) }
      guard page.0.entries.count < limit else {
        isLive = false
        return false
      }
      if !isLive { deliver(.live(page.0.head)) }
      isLive = true
      return true
    }

    private func takeAsked() -> Bool {
      state.withLock { state in
        defer { state.isAsked = false }
        return state.isAsked
      }
    }

    /// Waits for entries; returns when a page must be read.
    private mutating func follow() throws(LogFailure) {
      while !isCancelled, !isAsked {
        let position = reader.place.position
        let entries = try connection.use { [options] connection throws(LogFailure) in
          try connection.wait(after: position, limit: options.page, seconds: options.check)
        }
        didRespond()
        guard !entries.isEmpty, reader.advance(entries) else { return }
        deliver(.entries(entries, head: reader.place.position))
      }
    }

    private func didRespond() {
      let now = ContinuousClock.now
      state.withLock { $0.lastContact = now }
    }

    private mutating func retryLater(_ error: LogFailure) {
      if isCancelled { return }
      if failure?.code != error.code { deliver(.disconnected(error)) }
      failure = error
      isLive = false
      if bell.wait(seconds: pause) { return }
      pause = min(options.pause.upperBound, pause * 2)
    }
  }
}
