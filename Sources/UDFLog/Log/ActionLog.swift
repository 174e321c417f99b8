import Dispatch

/// An ordered log of actions that several hosts share. Every host that applies its entries in their order has the same state.
///
/// It may be used from any thread. A call waits for the engine. <doc:UDFLog> explains the failures.
///
///     let log = ActionLog(SQLiteLog("shop.log"))
///     let outcome = await log.append(LogBatch(EntryName("till-1", 1), [LogAction(bytes)]))   // .committed(1)
///     let head = try await log.head()
///     let subscription = try log.subscribe(after: head.start) { event in
///       if case .entries(let entries, _) = event { apply(entries) }
///     }
public final class ActionLog: Sendable {
  /// Entered by each thread that has a connection.
  private let threads = DispatchGroup()
  private let engine: any LogEngine
  private let options: LogOptions
  private let worker: LogWorker

  public init(_ engine: any LogEngine, options: LogOptions = LogOptions()) {
    self.engine = engine
    self.options = options
    worker = LogWorker(engine, creates: !options.isReadOnly, threads)
  }

  /// The name of the log in messages.
  public var name: String { engine.name }

  /// Names the same log from every working folder.
  public var identity: String { engine.identity }

  /// Appends actions. A batch with an unknown outcome may be appended again: each entry is in the log at most once.
  public func append(_ batch: LogBatch) async -> AppendOutcome {
    if options.isReadOnly { return .refused(.readOnly(name)) }
    if let objection = batch.objection { return .refused(.refused(name, objection)) }
    return await worker.append(batch)
  }

  public func head() async throws(LogFailure) -> LogHead {
    // No entry has this position, so the page contains only the head.
    try await worker.call { connection throws(LogFailure) in try connection.read(after: .max - 1, limit: 1).head }
  }

  /// Returns at most `limit` entries after a place, and the head. Throws ``LogFailure/Code/diverged`` if the log does
  /// not have the entries up to the place, and ``LogFailure/Code/trimmed`` if the next entries were removed.
  public func read(after place: LogPlace, limit: Int = 1000) async throws(LogFailure) -> LogPage {
    try await worker.call { [name] connection throws(LogFailure) in
      let page = try connection.read(after: place.position, limit: limit)
      var reader = LogReader(name, at: place)
      try reader.accept(page, from: connection)
      return page
    }
  }

  /// Delivers all entries after a place, and all later ones, one event after another, on a thread of the subscription.
  /// While `deliver` runs, no further entries are read.
  public func subscribe(
    after place: LogPlace, deliver: @escaping @Sendable (LogEvent) -> Void
  ) throws(LogFailure) -> LogSubscription {
    let subscription = LogSubscription()
    guard subscription.start(engine, after: place, options, threads, deliver: deliver) else {
      throw .refused(name, "cannot be followed: the system has no thread left")
    }
    return subscription
  }

  /// Returns the number of the last entry that the log has of a host; 0: none.
  public func lastNumber(of host: String) async throws(LogFailure) -> Int64 {
    try await worker.call { connection throws(LogFailure) in try connection.lastNumber(of: host) }
  }

  /// Removes the entries and snapshots before a position. Refused without a snapshot right before it, or later.
  public func trim(below position: Int64) async throws(LogFailure) {
    if options.isReadOnly { throw .readOnly(name) }
    try await worker.call { connection throws(LogFailure) in try connection.trim(below: position) }
  }

  /// Stores a snapshot. Of the snapshots with the same reducers, only the two newest are kept.
  public func save(_ snapshot: LogSnapshot) async throws(LogFailure) {
    if options.isReadOnly { throw .readOnly(name) }
    try await worker.call { connection throws(LogFailure) in try connection.save(snapshot) }
  }

  /// Returns the newest snapshot of these reducers; with nil, of any reducers. Returns nil if there is none.
  public func snapshot(reducers: String? = nil) async throws(LogFailure) -> LogSnapshot? {
    try await worker.call { connection throws(LogFailure) in try connection.snapshot(reducers: reducers) }
  }

  /// Closes the connection for calls, and refuses waiting calls. It does not cancel subscriptions.
  public func close() { worker.close() }

  /// Waits until the connections of a closed log and of its cancelled subscriptions are closed. The last connection to an SQLite file
  /// moves all entries into the file itself. Returns early after some seconds.
  package func waitForEnd(seconds: Double) { _ = threads.wait(timeout: .now() + seconds) }
}
