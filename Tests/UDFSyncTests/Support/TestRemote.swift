import Platform
import UDF

@testable import UDFSync

/// A server in the same process that does as planned for each request in turn, and serves when nothing is planned.
final class TestRemote: RemoteStore {
  enum Plan {
    case serve
    case fail(RemoteFailure)
    case reply(PullReply)
    /// Does it, and the answer gets lost.
    case lose(RemoteFailure)
    /// Has the answer ready, and sends it when it is released.
    case hold
    /// As `hold`, but also if the caller no longer waits.
    case holdOn

    var holds: Bool {
      switch self {
      case .hold, .holdOn: true
      case .serve, .fail, .reply, .lose: false
      }
    }
  }

  private struct Contents {
    var server = ModelServer()
    var plans: [Plan] = []
    var pulls: [PullRequest] = []
    var pushes: [PushRequest] = []
    var progress: RemoteProgress?
    var held: [Int: CheckedContinuation<Bool, Never>] = [:]
    var cancelled: Set<Int> = []
    /// Requests up to this one are not held any more.
    var released = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    var count: Int { pulls.count + pushes.count }
  }

  private let contents: Guarded<Contents>
  let needsBases: Bool
  var takesAll: Bool? { nil }
  /// Its live streams; its pages offer them where the server does.
  let streams: TestStreams

  init(needsBases: Bool = false) {
    self.needsBases = needsBases
    var first = Contents()
    first.server.merge = { try MergePatch.merge($0, $1) }
    let contents = Guarded(first)
    self.contents = contents
    streams = TestStreams { request in contents.withLock { $0.server.pull(request) } }
  }

  var pulls: [PullRequest] { contents.withLock { $0.pulls } }
  var pushes: [PushRequest] { contents.withLock { $0.pushes } }
  var server: ModelServer { contents.withLock { $0.server } }

  func edit(_ change: (inout ModelServer) -> Void) {
    contents.withLock { change(&$0.server) }
    streams.wake()
  }

  func plan(_ plans: Plan...) { contents.withLock { $0.plans += plans } }

  /// Returns once so many requests have come in all.
  func arrived(_ count: Int) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      contents.withLock { contents in
        if contents.count >= count { continuation.resume() } else { contents.watchers.append((count, continuation)) }
      }
    }
  }

  /// Sends all answers that are held; if none is, the next one that was to be held.
  func release() {
    // They are resumed without the lock, see `TestClock.advance`.
    let held = contents.withLock { contents in
      if contents.held.isEmpty, let next = contents.plans.firstIndex(where: \.holds) { contents.plans[next] = .serve }
      defer { contents.held = [:] }
      contents.released = contents.count
      return contents.held.values
    }
    for continuation in held { continuation.resume(returning: true) }
  }

  /// Bytes of the last request are sent or received.
  func note() { contents.withLock { $0.progress }?.note() }

  func pull(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PullReply {
    contents.withLock { $0.progress = progress }
    return try await pull(request)
  }

  func push(_ request: PushRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PushReply {
    contents.withLock { $0.progress = progress }
    return try await push(request)
  }

  func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply {
    let (number, plan, result) = arrive { contents in
      contents.pulls.append(request)
      return contents.server.pull(request)
    }
    if case .reply(let reply) = plan { return reply }
    try await follow(plan, number)
    return try result.get()
  }

  func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply {
    let (number, plan, reply) = arrive { contents in
      contents.pushes.append(request)
      if case .fail = contents.plans.first { return PushReply([]) }
      return contents.server.push(request)
    }
    streams.wake()
    try await follow(plan, number)
    return reply
  }

  func live(_ request: PullRequest) async throws(RemoteFailure) -> LivePages? { try streams.open(request, nil) }

  func live(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> LivePages? {
    try streams.open(request, progress)
  }

  private func arrive<Reply: Sendable>(_ serve: @Sendable (inout Contents) -> Reply) -> (Int, Plan?, Reply) {
    contents.withLock { contents in
      let reply = serve(&contents)
      let plan = contents.plans.isEmpty ? nil : contents.plans.removeFirst()
      let count = contents.count
      for watcher in contents.watchers where watcher.count <= count { watcher.continuation.resume() }
      contents.watchers.removeAll { $0.count <= count }
      return (count, plan, reply)
    }
  }

  private func follow(_ plan: Plan?, _ number: Int) async throws(RemoteFailure) {
    switch plan {
    case .fail(let failure), .lose(let failure): throw failure
    case .hold: if await !hold(number, listens: true) { throw RemoteFailure(.cancelled, "nobody listens") }
    case .holdOn: _ = await hold(number, listens: false)
    case .serve, .reply, nil: break
    }
  }

  private func hold(_ number: Int, listens: Bool) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        contents.withLock { contents in
          if contents.cancelled.contains(number) { return continuation.resume(returning: false) }
          if number <= contents.released { return continuation.resume(returning: true) }
          contents.held[number] = continuation
        }
      }
    } onCancel: {
      guard listens else { return }
      contents.withLock { contents in
        contents.cancelled.insert(number)
        contents.held.removeValue(forKey: number)?.resume(returning: false)
      }
    }
  }
}
