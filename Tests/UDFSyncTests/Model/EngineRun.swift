import FolderTesting
import SeededTesting
import UDF

@testable import UDFSync

/// Does the same as ``ModelRun`` with a whole engine and a cache on the disk: each step does one thing, drawn from the seed, some of
/// them during a request, and then checks the invariants. Some servers have two collections, offer live streams, or give
/// new rows their keys.
struct EngineRun {
  private var random: SeededGenerator
  private let folder: TemporaryFolder
  private let cache: TestCache
  private let remote = TestRemote()
  private var bench: Bench
  /// Mutations that were reported as durable, and not removed by a logout since.
  private var promised: [Int64: LocalChange] = [:]
  private var trace: [String] = []
  private let names: [String]
  /// Counts the rows that get their keys from the server.
  private var lastNew = 0
  private(set) var crashes = 0
  /// How often the cursor moved while a stream was open.
  private(set) var livePages = 0

  init(seed: UInt64) async throws {
    folder = try TemporaryFolder()
    random = SeededGenerator(seed: seed)
    cache = TestCache(SQLiteCache(patience: 600))
    names = seed % 3 == 0 ? ["a", "b"] : [""]
    remote.edit { server in
      server.filters = seed % 2 == 0
      server.offersLive = seed / 2 % 2 == 0
      (server.givesKeys, server.returnsRows) = (seed % 4 == 1, seed % 4 == 1)
    }
    bench = Self.launched(cache, remote, folder, names, seed: seed ^ 1)
    await bench.engine.open()
  }

  private static func launched(
    _ cache: TestCache, _ remote: TestRemote, _ folder: TemporaryFolder, _ names: [String], seed: UInt64
  ) -> Bench {
    Bench(
      cache: cache, remote: remote, options: SyncOptions(page: 3, batch: 2), folder: folder.path, named: names,
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
    await streamed()
    try await check()
  }

  /// Waits until the stream has brought everything, if one is open.
  private mutating func streamed() async {
    let before = await bench.engine.status.cursor
    for _ in 0..<100_000 {
      guard let stream = await bench.engine.machine.stream else { break }
      let cursor = await bench.engine.status.cursor
      if stream.isReading, stream.isUpToDate, ModelServer.version(of: cursor) == remote.server.version { break }
      await Task.yield()
    }
    if await bench.engine.status.isLive, await bench.engine.status.cursor != before { livePages += 1 }
    await bench.quiet()
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
      let body = draw(2) == 0 ? nil : json(letter.mutation.key.key.description, "amended \(trace.count)")
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

  private mutating func key() -> RowKey { RowKey("k\(draw(8))", in: names[draw(names.count)]) }

  /// The key of a row that the app changes: if the server gives keys, sometimes that of a new row.
  private mutating func ownKey() -> RowKey {
    guard remote.server.givesKeys, draw(3) == 0 else { return key() }
    if draw(2) == 0 { lastNew += 1 }
    return RowKey("new\(max(0, lastNew - draw(3)))", in: names[draw(names.count)])
  }

  private mutating func edit() {
    let key = key()
    let title = draw(3) == 0 ? nil : "server \(trace.count)"
    note("the server \(title.map { "puts \(key) \($0)" } ?? "deletes \(key)")")
    remote.edit { server in
      if let title { server.put(key, json(key.key.description, title)) } else { server.delete(key) }
    }
  }

  private mutating func change() async throws {
    let key = ownKey()
    let kind = draw(6)
    let operation: Mutation.Operation = kind == 0 ? .delete : kind < 3 ? .patch : .put
    let body: [UInt8]? =
      switch operation {
      case .delete: nil
      case .patch: Array(#"{"n\#(draw(3))":\#(trace.count)}"#.utf8)
      case .put: json(key.key.description, "\(kind == 3 ? "bad" : "local") \(trace.count)")
      }
    var parts = OneOrMore(Mutation.Part(operation, key, body: body))
    for number in 0..<(draw(3) == 0 ? draw(3) : 0) {
      let other = self.key()
      let body = json(other.key.description, "part \(trace.count).\(number)")
      parts.tail.append(Mutation.Part(.put, other, body: body))
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
    let name = names[draw(names.count)]
    note("shows \(filter) of \(name)")
    try await bench.engine.setFilter(filter, of: name)
  }

  private mutating func reset() async throws {
    let outbox = draw(3) == 0
    note(outbox ? "logs out" : "resets")
    try await bench.engine.reset(outbox: outbox)
    if outbox { promised = [:] }
  }

  /// The file is closed at any moment, and another engine opens it.
  private mutating func crash() async throws {
    note("crashes")
    crashes += 1
    await cache.close()
    await bench.engine.stop()
    bench = Self.launched(cache, remote, folder, names, seed: UInt64(trace.count))
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
    let shown = await bench.engine.machine.contents?.filter.shown
    if here != remote.server.rows.filter({ shown?.matches($0.key, $0.value) == true }) {
      throw violation("in the end the rows are \(rows), and the server's others")
    }
    if status.problem != nil || status.isStale { throw violation("all is well, and the status says \(status)") }
    await bench.engine.stop()
  }
}
