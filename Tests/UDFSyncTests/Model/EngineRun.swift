import FolderTesting
import SeededTesting
import UDF

@testable import UDFSync

/// What ``ModelRun`` is, over a whole engine and a cache on the disk: each step does one thing, drawn from the seed, some of them
/// in the midst of a request, and then checks what must always hold.
struct EngineRun {
  private var random: SeededGenerator
  private let folder: TemporaryFolder
  private let cache: TestCache
  private let remote = TestRemote()
  private var bench: Bench
  /// Mutations that were said to be durable, and not logged out since.
  private var promised: [Int64: LocalChange] = [:]
  private var trace: [String] = []
  private(set) var crashes = 0

  init(seed: UInt64) async throws {
    folder = try TemporaryFolder()
    random = SeededGenerator(seed: seed)
    cache = TestCache(SQLiteCache(patience: 600))
    remote.edit { $0.filters = seed % 2 == 0 }
    bench = Self.launched(cache, remote, folder, seed: seed ^ 1)
    await bench.engine.open()
  }

  private static func launched(
    _ cache: TestCache, _ remote: TestRemote, _ folder: TemporaryFolder, seed: UInt64
  ) -> Bench {
    Bench(
      cache: cache, remote: remote, options: SyncOptions(page: 3, batch: 2), folder: folder.path,
      random: SeededGenerator(seed: seed))
  }

  // MARK: what can happen

  mutating func step() async throws {
    switch draw(20) {
    case 0..<5: edit()
    case 5..<11: try await change()
    case 11..<14: try await pull()
    case 14..<16: try await pass(Double(draw(40)))
    case 16, 17: try await midway()
    case 18: try await crash()
    default: try await rare()
    }
    await bench.quiet()
    try await check()
  }

  private mutating func rare() async throws {
    switch draw(6) {
    case 5: try await filter()
    case 4:
      let letters = try await bench.engine.deadLetters()
      guard let letter = letters.first, letter.mutation.parts.count > 1 || letter.mutation.operation != .delete else {
        return
      }
      guard letter.mutation.parts.count == 1 else { return try await retry(letter) }
      let body = draw(2) == 0 ? nil : json(letter.mutation.key.description, "amended \(trace.count)")
      let id =
        if let body {
          try await bench.engine.amend(letter.mutation.id, body: body)
        } else {
          try await bench.engine.retry(letter.mutation.id)
        }
      note("\(body == nil ? "retries" : "amends") \(letter.mutation.id) as \(id)")
      promised[letter.mutation.id] = nil
      promised[id] = .mutate(letter.mutation.operation, letter.mutation.key, body: body ?? letter.mutation.body)
    case 0:
      note("expires")
      remote.edit { $0.expire() }
    case 1:
      let letters = try await bench.engine.deadLetters().map(\.mutation.id)
      note("buries \(letters)")
      try await bench.engine.bury(letters)
      for id in letters { promised[id] = nil }
    default: try await reset()
    }
  }

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func note(_ what: String) { trace.append(what) }

  private mutating func edit() {
    let key = "k\(draw(8))"
    let title = draw(3) == 0 ? nil : "server \(trace.count)"
    note("the server \(title.map { "puts \(key) \($0)" } ?? "deletes \(key)")")
    remote.edit { server in if let title { server.put(key, title) } else { server.delete(key) } }
  }

  private mutating func change() async throws {
    let key = "k\(draw(8))"
    let kind = draw(6)
    let operation: Mutation.Operation = kind == 0 ? .delete : kind < 3 ? .patch : .put
    let body: [UInt8]? =
      switch operation {
      case .delete: nil
      case .patch: Array(#"{"n\#(draw(3))":\#(trace.count)}"#.utf8)
      case .put: json(key, "\(kind == 3 ? "bad" : "local") \(trace.count)")
      }
    var parts = OneOrMore(Mutation.Part(operation, RowKey(key), body: body))
    for number in 0..<(draw(3) == 0 ? draw(3) : 0) {
      let other = "k\(draw(8))"
      parts.tail.append(Mutation.Part(.put, RowKey(other), body: json(other, "part \(trace.count).\(number)")))
    }
    let id = try await bench.engine.mutate(parts)
    note("mutation \(id): \(parts.map { "\($0.operation) \($0.key)" })")
    promised[id] = .mutate(parts)
  }

  private mutating func retry(_ letter: DeadLetter) async throws {
    let id = try await bench.engine.retry(letter.mutation.id)
    note("retries \(letter.mutation.id) as \(id)")
    promised[letter.mutation.id] = nil
    promised[id] = .mutate(letter.mutation.parts)
  }

  private mutating func pull() async throws {
    let plan: TestRemote.Plan =
      switch draw(8) {
      case 0: .fail(.unreachable)
      case 1: .lose(.unreachable)
      case 2: .fail(RemoteFailure(.expired, "feed: expired"))
      case 3: .fail(RemoteFailure(.unauthorized, "feed: log in"))
      case 4: .reply(ModelServer.page(.put("k1", "stale", version: 999), from: .some("T-1"), next: "T999"))
      default: .serve
      }
    remote.plan(plan)
    note("pulls \(plan): \(await bench.engine.pull(force: true))")
  }

  private mutating func pass(_ seconds: Double) async throws {
    let isDue = await bench.engine.status.retryIn.map { $0 <= seconds } ?? false
    let count = requests
    note("\(seconds) s pass")
    bench.clock.advance(seconds)
    if isDue { await remote.arrived(count + 1) }
  }

  private var requests: Int { remote.pulls.count + remote.pushes.count }

  /// While the server's answer is on its way.
  private mutating func midway() async throws {
    let count = requests
    remote.plan(.hold)
    note("pulls, and meanwhile:")
    let pull = Task { [engine = bench.engine] in await engine.pull(force: true) }
    await remote.arrived(count + 1)
    switch draw(5) {
    case 4: try await filter()
    case 0: try await change()
    case 1: edit()
    case 2: try await reset()
    default: try await crash()
    }
    remote.release()
    note("  \(await pull.value)")
  }

  /// Shows only some of the rows from now on, or all.
  private mutating func filter() async throws {
    let first = draw(8)
    let keys = (first..<min(8, first + 4)).map { RowFilter.Value.string("k\($0)") }
    let filter = draw(3) == 0 ? RowFilter.all : RowFilter(["id": keys])
    note("shows \(filter)")
    try await bench.engine.setFilter(filter)
  }

  private mutating func reset() async throws {
    let outbox = draw(3) == 0
    note(outbox ? "logs out" : "resets")
    try await bench.engine.reset(outbox: outbox)
    if outbox { promised = [:] }
  }

  /// The file is closed whatever is under way, and another engine opens it.
  private mutating func crash() async throws {
    note("crashes")
    crashes += 1
    await cache.close()
    await bench.engine.stop()
    bench = Self.launched(cache, remote, folder, seed: UInt64(trace.count))
    await bench.engine.open()
  }

  // MARK: what must hold

  private func violation(_ what: String) -> ModelRun.Violation {
    ModelRun.Violation(description: "\(what)\n" + trace.suffix(40).joined(separator: "\n"))
  }

  private func check() async throws {
    let (outbox, letters) = (await bench.engine.pending(), try await bench.engine.deadLetters())
    let waiting = Set(outbox.map(\.id) + letters.map(\.mutation.id))
    for (id, change) in promised where !waiting.contains(id) && !remote.server.hasMade(id, change) {
      throw violation("mutation \(id) (\(change)) was promised and is nowhere")
    }
    let rows = try await cache.rows(after: .start, limit: 1000)
    guard let held = await bench.engine.machine.contents?.filter.held else { return }
    let keys = held.isAll ? [] : Set(outbox.flatMap(\.parts.keys))
    let fault = remote.server.fault(in: rows, at: await bench.engine.status.cursor, selection: held, besides: keys)
    if let fault { throw violation(fault) }
  }

  /// Lets everything go well, and checks that both sides agree.
  mutating func settle() async throws {
    var rounds = 0
    repeat {
      rounds += 1
      if rounds > 20 { throw violation("no end: \(await bench.engine.status)") }
      try await pass(40)
      await bench.quiet()
      await bench.engine.pull(force: true)
      await bench.quiet()
      try await check()
    } while await bench.engine.status.pending > 0
    let rows = try await cache.rows(after: .start, limit: 1000)
    let here = Dictionary(uniqueKeysWithValues: rows.compactMap { row in row.body.map { (row.key, $0) } })
    let status = await bench.engine.status
    if here != remote.server.rows.filter({ status.filter.matches($0.value) }) {
      throw violation("in the end the rows are \(rows), and the server's others")
    }
    if status.problem != nil || status.isStale { throw violation("all is well, and the status says \(status)") }
    await bench.engine.stop()
  }
}
