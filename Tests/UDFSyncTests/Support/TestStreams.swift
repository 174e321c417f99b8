import Platform
import UDF

@testable import UDFSync

/// The live streams of a server in the same process. The plan determines the result of each opening; without a plan, a stream works.
final class TestStreams: Sendable {
  enum Plan {
    case serve
    /// There are no streams.
    case absent
    case fail(RemoteFailure)
  }

  private struct Stream {
    /// The last sent page, as a request for the changes after it.
    var request: PullRequest
    var mutations: [String: Int64]?
    var hasBegun = false
    var sent: [PullPage] = []
    var end: Result<Void, RemoteFailure>?
    var isClosed = false
    var reader: CheckedContinuation<Void, Never>?
    var progress: RemoteProgress?
  }

  private struct Contents {
    var plans: [Plan] = []
    var isSilent = false
    /// How often readers were woken.
    var wakes = 0
    var requests: [PullRequest] = []
    var streams: [Stream] = []
    var watchers: [(condition: @Sendable (Contents) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// Closes a stream when its last reader is released.
  private final class Handle: Sendable {
    let number: Int
    let close: @Sendable () -> Void

    init(number: Int, close: @escaping @Sendable () -> Void) { (self.number, self.close) = (number, close) }

    deinit { close() }
  }

  private enum Step {
    case page(PullPage)
    case end(Result<Void, RemoteFailure>)
    case wait
  }

  private let contents = Guarded(Contents())
  private let serve: @Sendable (PullRequest) -> Result<PullReply, RemoteFailure>

  /// - Parameter serve: what the server has after a token.
  init(_ serve: @escaping @Sendable (PullRequest) -> Result<PullReply, RemoteFailure>) { self.serve = serve }

  /// The requests that opened streams.
  var requests: [PullRequest] { contents.withLock { $0.requests } }

  func plan(_ plans: Plan...) { contents.withLock { $0.plans += plans } }

  /// Stops sending, as over a connection that is broken without an error, or sends everything again.
  func beSilent(_ isSilent: Bool = true) {
    contents.withLock { $0.isSilent = isSilent }
    wake()
  }

  /// Sends a page over all open streams, whether or not it continues what they have sent.
  func send(_ page: PullPage) {
    contents.withLock { contents in
      for index in contents.streams.indices { contents.streams[index].sent.append(page) }
    }
    wake()
  }

  /// Ends all open streams.
  func end(_ failure: RemoteFailure? = nil) {
    contents.withLock { contents in
      for index in contents.streams.indices where contents.streams[index].end == nil {
        contents.streams[index].end = failure.map { .failure($0) } ?? .success(())
      }
    }
    wake()
  }

  /// A comment comes over all open streams.
  func note() { for progress in contents.withLock({ $0.streams.map(\.progress) }) { progress?.note() } }

  /// Lets streams look for something to send.
  func wake() {
    let readers = contents.withLock { contents in
      contents.wakes += 1
      return contents.streams.indices.compactMap { index in
        defer { contents.streams[index].reader = nil }
        return contents.streams[index].reader
      }
    }
    for reader in readers { reader.resume() }
  }

  /// Returns once so many streams have been asked for in all.
  func asked(_ count: Int) async { await until { $0.requests.count >= count } }

  /// Returns once so many streams are open. The reader of a stream that was cancelled closes it a moment later.
  func open(_ count: Int) async { await until { contents in contents.streams.count { !$0.isClosed } == count } }

  /// Returns once no stream is open.
  func closed() async { await open(0) }

  private func until(_ condition: @escaping @Sendable (Contents) -> Bool) async {
    await withCheckedContinuation { continuation in
      contents.withLock { contents in
        if condition(contents) { continuation.resume() } else { contents.watchers.append((condition, continuation)) }
      }
    }
  }

  private func change<Value>(_ body: (inout Contents) -> Value) -> Value {
    contents.withLock { contents in
      let value = body(&contents)
      let state = contents
      contents.watchers.removeAll { watcher in
        guard watcher.condition(state) else { return false }
        watcher.continuation.resume()
        return true
      }
      return value
    }
  }

  func open(_ request: PullRequest, _ progress: RemoteProgress?) throws(RemoteFailure) -> LivePages? {
    let (plan, number) = change { contents in
      contents.requests.append(request)
      let plan = contents.plans.isEmpty ? Plan.serve : contents.plans.removeFirst()
      if case .serve = plan { contents.streams.append(Stream(request: request, progress: progress)) }
      return (plan, contents.streams.count - 1)
    }
    switch plan {
    case .absent: return nil
    case .fail(let failure): throw failure
    case .serve:
      let handle = Handle(number: number) { [weak self] in self?.change { $0.streams[number].isClosed = true } }
      return LivePages { () async throws(RemoteFailure) in try await self.next(handle.number) }
    }
  }

  private func next(_ number: Int) async throws(RemoteFailure) -> PullPage? {
    while !Task.isCancelled {
      let (next, wakes) = contents.withLock { (step(&$0, number), $0.wakes) }
      switch next {
      case .page(let page):
        contents.withLock { $0.streams[number].progress }?.note()
        return page
      case .end(let end):
        try end.get()
        return nil
      case .wait: await wait(number, after: wakes)
      }
    }
    throw RemoteFailure(.cancelled, "nobody listens")
  }

  private func step(_ contents: inout Contents, _ number: Int) -> Step {
    var stream = contents.streams[number]
    defer { contents.streams[number] = stream }
    if let end = stream.end { return .end(end) }
    if contents.isSilent { return .wait }
    if !stream.sent.isEmpty { return .page(stream.sent.removeFirst()) }
    switch serve(stream.request) {
    case .failure(let failure): return .end(.failure(failure))
    case .success(.notModified): return .wait
    case .success(.page(let page)):
      if stream.hasBegun, page.changes.isEmpty, page.mutations == stream.mutations { return .wait }
      (stream.hasBegun, stream.mutations, stream.request.token) = (true, page.mutations, page.next)
      return .page(page)
    }
  }

  private func wait(_ number: Int, after wakes: Int) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { reader in
        let waits = contents.withLock { contents in
          let waits = contents.wakes == wakes && !Task.isCancelled
          if waits { contents.streams[number].reader = reader }
          return waits
        }
        if !waits { reader.resume() }
      }
    } onCancel: {
      wake()
    }
  }
}
