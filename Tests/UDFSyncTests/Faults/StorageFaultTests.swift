import Testing
import UDF

@testable import UDFSync

/// Failures that a cache reports; those of real files are tried where the stores are tested.
@Suite("Faults: storage") struct StorageFaultTests {
  static let failures = [
    CacheFailure(.full, "articles.sqlite: the disk is full; make room"),
    CacheFailure(.busy, "articles.sqlite: it is used by another process; close it"),
    CacheFailure(.readOnly, "articles.sqlite: it may not be written; change its permissions"),
    CacheFailure(.failed, "articles.sqlite: input/output error"),
  ]

  /// With the rows that each brings.
  static let starts: [(Result<Seed?, SeedFailure>, [String: String])] = [
    (.success(nil), [:]),
    (.failure(SeedFailure("seed.csv:2: 3 values for 2 fields")), [:]),
    (.success(Seed([SyncRow(RowKey("s"), body: json("s", "seed"))])), ["s": "seed"]),
  ]

  @Test("a page that cannot be written leaves rows and token, is reported, and is pulled again", arguments: failures)
  func page(failure: CacheFailure) async throws {
    let bench = Bench()
    await bench.engine.open()
    bench.remote.edit { $0.put("a", "a") }
    await bench.cache.failCommits(failure)
    #expect(await bench.engine.pull() == .failed(failure.message))
    let status = await bench.engine.status
    #expect(status.cursor == nil && status.problem == failure.message && status.phase == .waiting)
    #expect(try await bench.shown() == [:])
    bench.clock.advance(1)
    await bench.remote.arrived(2)
    await bench.quiet()
    #expect(try await bench.shown() == ["a": "a"])
  }

  @Test("a mutation that cannot be written is refused and not applied", arguments: failures)
  func mutation(failure: CacheFailure) async throws {
    let bench = Bench()
    await bench.engine.open()
    await bench.cache.failCommits(failure)
    await #expect(throws: SyncFailure(failure.message)) { try await bench.put("a", "mine") }
    #expect(try await bench.shown() == [:])
    #expect(await bench.engine.pending().isEmpty)
    #expect(try await bench.put("a", "again") == 1)
  }

  @Test("a full disk leaves the rows, also where rows are only removed")
  func fullReset() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    await bench.cache.failCommits(StorageFaultTests.failures[0])
    await #expect(throws: SyncFailure(StorageFaultTests.failures[0].message)) { try await bench.engine.reset() }
    #expect(try await bench.shown() == ["a": "a"])
    #expect(await bench.engine.status.cursor == "T1")
  }

  @Test("a cache that cannot be opened is reported, retried, and opened later")
  func opening() async throws {
    let bench = Bench()
    let busy = StorageFaultTests.failures[1]
    await bench.cache.failOpening(busy, busy)
    #expect(await bench.engine.pull() == .failed(busy.message))
    await #expect(throws: SyncFailure(busy.message)) { try await bench.put("a", "mine") }
    #expect(await bench.engine.status.phase == .waiting)
    bench.clock.advance(2)
    await bench.status { $0.phase == .idle }
    #expect(try await bench.put("a", "mine") == 1)
  }

  @Test("a cache of a newer version is not changed, and no request is sent")
  func newer() async throws {
    let bench = Bench()
    let newer = CacheFailure(.newer, "articles.sqlite: it was made by a newer version; update the app")
    await bench.cache.failOpening(newer, newer)
    #expect(await bench.engine.pull() == .failed(newer.message))
    #expect(await bench.engine.status.phase == .halted)
    await #expect(throws: SyncFailure(newer.message)) { try await bench.engine.next(after: nil, limit: 1) }
    #expect(bench.remote.pulls.isEmpty)
    #expect(await bench.cache.quarantines == 0)
  }

  @Test("damage that a commit finds renames the cache; pending mutations continue, and everything is pulled again")
  func damagedInCommit() async throws {
    let bench = Bench(seeds: TestSeeds(["s": "seed"]))
    bench.remote.edit { $0.put("a", "a") }
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("m", "mine")
    await bench.status { $0.phase == .waiting }
    await bench.cache.failCommits(CacheFailure(.corrupt, "articles.sqlite: damaged"))
    #expect(try await bench.put("n", "mine too") == 2)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["a": "a", "m": "mine", "n": "mine too"])
    #expect(await bench.cache.quarantines == 1)
  }

  @Test(
    "pending mutations are applied again after the cache was renamed, also without a server",
    arguments: starts)
  func shownAnew(seed: Result<Seed?, SeedFailure>, seeded: [String: String]) async throws {
    let bench = Bench(seeds: TestSeeds(seed))
    bench.remote.plan(.fail(.unreachable), .fail(.unreachable))
    try await bench.put("m", "mine")
    await bench.status { $0.phase == .waiting }
    await bench.cache.failReading(CacheFailure(.corrupt, "articles.sqlite: damaged"))
    await #expect(throws: SyncFailure("articles.sqlite: damaged")) { try await bench.engine.first(1) }
    await bench.status { $0.phase == .waiting }
    #expect(try await bench.shown() == seeded.merging(["m": "mine"]) { $1 })
    #expect(await bench.cache.quarantines == 1)
    #expect(await bench.engine.status.pending == 1)
  }

  @Test("damage that a read finds restarts the deliveries")
  func damagedInReading() async throws {
    let bench = Bench(seeds: TestSeeds(["s": "seed"]))
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    let before = try #require(try await bench.engine.next(after: nil, limit: 10))
    await bench.cache.failReading(CacheFailure(.corrupt, "articles.sqlite: row a does not match its checksum"))
    await #expect(throws: SyncFailure("articles.sqlite: row a does not match its checksum")) {
      try await bench.engine.next(after: before.place, limit: 10)
    }
    await bench.status { $0.phase == .idle && $0.cursor != nil }
    let after = try #require(try await bench.engine.next(after: before.place, limit: 10))
    #expect(after.startsOver)
    #expect(after.rows.map(title) == ["a"])
  }

  @Test("a cache that is damaged again at once is not renamed endlessly")
  func damagedAgain() async throws {
    let bench = Bench()
    let damage = CacheFailure(.corrupt, "articles.sqlite: damaged")
    await bench.cache.failOpening(damage)
    await bench.cache.failCommits(damage)
    #expect(await bench.engine.pull() == .failed(damage.message))
    #expect(await bench.cache.quarantines == 1)
    #expect(await bench.engine.status.phase == .waiting)
    bench.clock.advance(1)
    await bench.status { $0.phase == .idle }
  }

  @Test(
    "a missing, an empty and a broken seed differ, and all cause a full pull",
    arguments: [
      (Result<Seed?, SeedFailure>.success(nil), nil), (.success(Seed([])), nil),
      (.failure(SeedFailure("seed.csv:2: 3 values for 2 fields")), "seed.csv:2: 3 values for 2 fields"),
    ])
  func seeds(result: Result<Seed?, SeedFailure>, notice: String?) async throws {
    let bench = Bench(seeds: TestSeeds(result))
    bench.remote.edit { $0.put("a", "a") }
    #expect(await bench.engine.pull() == .changed)
    #expect(await bench.engine.status.notice == notice)
    #expect(try await bench.shown() == ["a": "a"])
  }

  @Test("a seed that cannot be written is written later")
  func seedUnwritten() async throws {
    let bench = Bench(seeds: TestSeeds(["s": "seed"]))
    await bench.cache.failCommits(StorageFaultTests.failures[0])
    await bench.engine.open()
    #expect(await bench.engine.status.problem == StorageFaultTests.failures[0].message)
    bench.clock.advance(1)
    await bench.status { $0.phase == .idle }
    #expect(try await bench.shown() == ["s": "seed"])
  }
}
