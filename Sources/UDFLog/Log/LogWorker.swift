import Dispatch
import Platform

/// A thread that runs jobs one after another on one connection. Waiting appends are sent together.
final class LogWorker: Sendable {
  private enum Job {
    case append(LogBatch, @Sendable (AppendOutcome) -> Void)
    case call(@Sendable (Result<ReopenedConnection, LogFailure>) -> Void)
  }

  private struct State {
    var jobs: [Job] = []
    var isRunning = false
    var isClosed = false
  }

  /// The maximum number of batches that are sent together. Each waits for the last of them.
  private static let groupLimit = 64

  private let engine: any LogEngine
  private let creates: Bool
  private let threads: DispatchGroup
  private let bell = Bell()
  private let state = Guarded(State())

  /// - Parameters:
  ///   - creates: whether the log is created if it does not exist.
  ///   - threads: entered while the thread runs.
  init(_ engine: any LogEngine, creates: Bool, _ threads: DispatchGroup) {
    (self.engine, self.creates, self.threads) = (engine, creates, threads)
  }

  deinit { close() }

  func append(_ batch: LogBatch) async -> AppendOutcome {
    await withCheckedContinuation { continuation in
      add(.append(batch) { continuation.resume(returning: $0) })
    }
  }

  func call<Value: Sendable>(
    _ work: @escaping @Sendable (any LogConnection) throws(LogFailure) -> Value
  ) async throws(LogFailure) -> Value {
    let result = await withCheckedContinuation { continuation in
      add(
        .call { connection in
          continuation.resume(
            returning: Result { () throws(LogFailure) in
              try connection.get().use { connection throws(LogFailure) in try work(connection) }
            })
        })
    }
    return try result.get()
  }

  /// Refuses waiting jobs. The running job continues.
  func close() {
    state.withLock { $0.isClosed = true }
    bell.ring()
  }

  private func add(_ job: Job) {
    let (isClosed, starts) = state.withLock { state in
      if state.isClosed { return (true, false) }
      state.jobs.append(job)
      defer { state.isRunning = true }
      return (false, !state.isRunning)
    }
    if isClosed {
      refuse(job)
    } else if starts, !start() {
      state.withLock { $0.isClosed = true }
      drop()
    } else {
      bell.ring()
    }
  }

  /// Starts the thread. It does not retain the worker: releasing the last reference ends it.
  private func start() -> Bool {
    BackgroundThread.start(in: threads) { [engine, creates, bell, state] in
      LogWorker.run(ReopenedConnection(engine, creates: creates), engine.name, bell, state)
    }
  }

  private static func run(_ connection: ReopenedConnection, _ name: String, _ bell: Bell, _ state: Guarded<State>) {
    while true {
      bell.wait()
      let (jobs, isClosed) = state.withLock { state in
        defer { state.jobs = [] }
        return (state.jobs, state.isClosed)
      }
      if isClosed {
        for job in jobs { refuse(job, name) }
        return connection.close()
      }
      perform(jobs, connection)
    }
  }

  private func drop() {
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { refuse(job) }
  }

  private func refuse(_ job: Job) { LogWorker.refuse(job, engine.name) }

  private static func refuse(_ job: Job, _ name: String) {
    switch job {
    case .append(_, let answer): answer(.refused(.closed(name)))
    case .call(let run): run(.failure(.closed(name)))
    }
  }

  private static func perform(_ jobs: [Job], _ connection: ReopenedConnection) {
    var group: [(batch: LogBatch, answer: @Sendable (AppendOutcome) -> Void)] = []
    for job in jobs {
      switch job {
      case .append(let batch, let answer):
        group.append((batch, answer))
        if group.count == groupLimit { append(&group, connection) }
      case .call(let run):
        append(&group, connection)
        run(.success(connection))
      }
    }
    append(&group, connection)
  }

  private static func append(
    _ group: inout [(batch: LogBatch, answer: @Sendable (AppendOutcome) -> Void)], _ connection: ReopenedConnection
  ) {
    guard !group.isEmpty else { return }
    let batches = group.map(\.batch)
    var outcomes: [AppendOutcome]
    do throws(LogFailure) {
      outcomes = try connection.use { connection throws(LogFailure) in try connection.append(batches) }
    } catch {
      // A refusal means that the engine has done nothing.
      let isRefused = [.refused, .denied, .incompatible].contains(error.code)
      outcomes = batches.map { _ in isRefused ? .refused(error) : .unknown(error) }
    }
    for (index, outcome) in outcomes.enumerated() { group[index].answer(outcome) }
    group = []
  }
}
