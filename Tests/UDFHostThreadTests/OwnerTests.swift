import Dispatch
import HostTesting
import Platform
import Testing
import UDF
import UDFHost

@Suite("the owner of a host")
struct OwnerTests {
  private static let tries = 10_000

  @Test("is its thread: 10,000 sends from each of four others are refused while it sends itself")
  func thread() async throws {
    let (refusals, count, told) = try await onOwnThread {
      let app = try makeHost()
      nonisolated(unsafe) let host = app.host
      let refusals = Guarded<[String: Int]>([:])
      let done = DispatchSemaphore(value: 0)
      for _ in 0..<4 {
        _ = BackgroundThread.start {
          var seen: [String: Int] = [:]
          for _ in 0..<Self.tries { seen[failure { try host.send("counter/inc") }, default: 0] += 1 }
          refusals.withLock { [seen] in $0.merge(seen, uniquingKeysWith: +) }
          done.signal()
        }
      }
      for _ in 0..<1_000 { try host.send("counter/inc") }
      for _ in 0..<4 { done.wait() }
      try host.send("counter/inc")
      return (refusals.withLock(\.self), try app.state("counter.count"), app.actions.count)
    }
    let refusal = """
      send(_:_:origin:): only the thread that made this host may call it
        The call was refused and the state is unchanged.
        To fix this, call it there, or send through the host's handle, which any thread may use: \
      host.handle.send("feature/action")
      """
    #expect(refusals == [refusal: 4 * Self.tries])
    #expect(count == 1_001)
    #expect(told == 1_001)
  }

  @Test("is its task, on any thread; another task is refused")
  func task() async throws {
    let app = try makeHost()
    for _ in 0..<100 {
      try app.host.send("counter/inc")
      await Task.yield()
    }
    let others = Others(app.host)
    #expect(await others.task() == "owner")
    #expect(await others.child() == "owner")
    #expect(await others.thread() == "owner")
    try app.host.send("counter/inc")
    #expect(try app.state("counter.count") == 101)
  }

  @Test("is its global actor, in any task")
  func globalActor() async throws {
    let depot = try await Depot()
    #expect(try await depot.count() == 1)
    #expect(try await Task.detached { try await depot.count() }.value == 2)
    let others = depot.others
    #expect(await Workshop().refusal(by: others) == "owner")
    #expect(await others.task() == "owner")
    #expect(await others.thread() == "owner")
    #expect(try await depot.count() == 3)
  }

  @Test("is its actor with a custom executor, whose jobs run on many threads")
  func customExecutor() async throws {
    let workshop = Workshop()
    let others = try await workshop.open()
    for n in 1...100 { #expect(try await workshop.count() == .integer(Int64(n))) }
    #expect(await Garage().refusal(by: others) == "owner")
    #expect(await Workshop().refusal(by: others) == "owner")
    #expect(await others.task() == "owner")
    #expect(await others.thread() == "owner")
    #expect(try await workshop.count() == 101)
  }

  @Test("is the main actor, in tasks and in blocks of the main queue")
  @MainActor func mainActor() async throws {
    let app = try makeHost()
    let others = Others(app.host)
    #expect(others.refusal() == "")
    #expect(await others.task() == "owner")
    #expect(await others.thread() == "owner")
    #expect(await Garage().refusal(by: others) == "owner")
    let inQueue = await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume(returning: others.refusal()) }
    }
    #expect(inQueue == "")
    #expect(await Task { @MainActor in others.refusal() }.value == "")
    #expect(try app.state("counter.count") == 3)
  }

  @Test("is the actor that calls a nonisolated function which makes the host")
  func helper() async throws {
    let garage = Garage()
    let others = try await garage.open()
    #expect(try await garage.count() == 1)
    #expect(await Garage().refusal(by: others) == "owner")
    #expect(await others.task() == "owner")
  }

  @Test("may release the host on any thread")
  func release() async throws {
    let app = try makeHost()
    let handle = app.host.handle
    var others: Others? = Others(try AppHost(app.host.configuration))
    let last = others!
    others = nil
    try await onOwnThread { withExtendedLifetime(last) {} }
    handle.send("counter/inc")
    app.host.poll()
    #expect(try app.state("counter.count") == 1)
  }
}

/// Calls of a host from elsewhere. Each gives the code of its refusal; an empty text if it is taken.
private struct Others: @unchecked Sendable {
  private let host: AppHost

  init(_ host: AppHost) { self.host = host }

  func refusal() -> String {
    do {
      try host.send("counter/inc")
      return ""
    } catch {
      return (error as? HostError)?.code ?? "\(error)"
    }
  }

  func task() async -> String { await Task.detached { refusal() }.value }

  func child() async -> String {
    async let code = refusal()
    return await code
  }

  func thread() async -> String { (try? await onOwnThread { refusal() }) ?? "" }
}

@globalActor private actor Garage {
  static let shared = Garage()
  private var app: TestHost?

  func open() throws -> Others {
    let app = try makeHost()
    self.app = app
    return Others(app.host)
  }

  func count() throws -> Value? {
    try app?.host.send("counter/inc")
    return try app?.state("counter.count")
  }

  func refusal(by others: Others) -> String { others.refusal() }
}

private func makeHost() throws -> TestHost { try TestHost(["counter": Source.counter]) }

@Garage private final class Depot {
  private let app: TestHost
  private let host: AppHost
  let others: Others

  init() throws {
    app = try makeHost()
    host = try AppHost(app.host.configuration)
    others = Others(host)
  }

  func count() throws -> Value {
    try host.send("counter/inc")
    return try host.value(at: "counter.count")
  }
}

private actor Workshop {
  private final class Executor: SerialExecutor {
    // A queue runs its blocks on any thread.
    private let queue = DispatchQueue(label: "workshop")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let executor = Executor()
  private var app: TestHost?
  private var host: AppHost?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func open() throws -> Others {
    let app = try makeHost()
    let host = try AppHost(app.host.configuration)
    (self.app, self.host) = (app, host)
    return Others(host)
  }

  func count() throws -> Value? {
    try host?.send("counter/inc")
    return try host?.value(at: "counter.count")
  }

  func refusal(by others: Others) -> String { others.refusal() }
}
