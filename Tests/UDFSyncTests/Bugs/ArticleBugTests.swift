import FolderTesting
import Testing
import UDF

@testable import UDFSync

/// The faults of the article's own data provider, one by one.
@Suite("Bugs of the article") struct ArticleBugTests {
  @Test("1. an edit during a request is not lost")
  func editMeanwhile() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "first") }
    bench.remote.plan(.hold)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.remote.edit { $0.put("a", "edited") }
    bench.remote.release()
    #expect(await pull == .changed)
    #expect(try await bench.shown() == ["a": "first"])
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(try await bench.shown() == ["a": "edited"])
  }

  @Test("2. a client's clock that is 60 s ahead hides no new rows")
  func clockAhead() async throws {
    let bench = Bench()
    bench.clock.setWall(by: 60)
    bench.remote.edit { $0.put("a", "old") }
    #expect(await bench.engine.pull() == .changed)
    bench.remote.edit { $0.put("b", "new") }
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(try await bench.shown() == ["a": "old", "b": "new"])
    #expect(bench.remote.pulls.map(\.token) == [nil, "T1"])
  }

  @Test("3. edits of rows that are older than the newest row of the seed are pulled, and late rows too")
  func seedWatermark() async throws {
    let bench = Bench(seeds: TestSeeds(["a": "2024-01-01", "b": "2024-06-01"]))
    bench.remote.edit { server in
      server.put("a", "2024-01-01, corrected")
      server.put("b", "2024-06-01")
      server.put("c", "2024-02-01, late")
    }
    #expect(await bench.engine.pull() == .changed)
    #expect(
      try await bench.shown() == ["a": "2024-01-01, corrected", "b": "2024-06-01", "c": "2024-02-01, late"])
  }

  @Test("4. a date in the future in the seed does not prevent a pull")
  func futureSeed() async throws {
    let bench = Bench(seeds: TestSeeds(["a": "2999-01-01"]))
    bench.remote.edit { $0.put("b", "today") }
    #expect(await bench.engine.pull() == .changed)
    #expect(bench.remote.pulls.map(\.token) == [nil])
    #expect(try await bench.shown() == ["b": "today"])
  }

  @Test("5. a deleted row is removed, and an older page does not restore it")
  func tombstones() async throws {
    let bench = Bench()
    bench.remote.edit { server in
      server.put("a", "stays")
      server.put("b", "goes")
    }
    await bench.engine.pull()
    bench.remote.edit { $0.delete("b") }
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(try await bench.shown() == ["a": "stays"])
    bench.remote.plan(.reply(ModelServer.page(.put("b", "goes", version: 2), next: "T3")))
    await bench.engine.pull(force: true)
    #expect(try await bench.shown() == ["a": "stays"])
  }

  @Test("6. a damaged cache is renamed, seeded and pulled again, and this is reported")
  func tornCache() async throws {
    let bench = Bench(seeds: TestSeeds(["a": "seed"]))
    await bench.cache.failOpening(CacheFailure(.corrupt, "articles.sqlite: it is damaged"))
    bench.remote.edit { $0.put("a", "server") }
    await bench.engine.open()
    await bench.quiet()
    #expect(try await bench.shown() == ["a": "server"])
    #expect(
      await bench.engine.status.notice
        == "articles.sqlite: it was damaged and has been put aside; its rows are fetched again")
    #expect(await bench.engine.pull(force: true) == .unchanged)
  }

  @Test("6. a damaged file of a cache is renamed, seeded and pulled again, and this is reported")
  func tornFile() async throws {
    let folder = try TemporaryFolder()
    let bench = Bench(
      seeds: TestSeeds(["a": "seed"]), cache: TestCache(SQLiteCache(patience: 600)), folder: folder.path)
    bench.remote.edit { server in for number in 0..<100 { server.put("k\(number)", "row \(number)") } }
    await bench.engine.pull()
    await bench.engine.stop()
    let file = "articles.sqlite"
    try folder.save(bytes: Damage.half.done(to: #require(folder.bytes(of: file))), to: file)
    bench.remote.edit { $0.delete("k7") }

    let later = await bench.relaunched()
    later.remote.plan(.hold)
    async let pull = later.engine.pull()
    await later.remote.arrived(2)
    #expect(try await later.shown() == ["a": "seed"])
    later.remote.release()
    #expect(await pull == .changed)
    #expect(try await later.shown().count == 99)
    #expect(later.remote.pulls.map(\.token) == [nil, nil])
    let notice = "\(folder.file): is damaged: \(Damage.half.reason); it is now articles.damaged-1."
    #expect(await later.engine.status.notice?.hasPrefix(notice) == true)
    #expect(await later.engine.pull(force: true) == .unchanged)
    await later.engine.stop()
  }

  @Test("7. a cache whose time a backup has changed pulls after its own token")
  func restoredCache() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "first") }
    await bench.engine.pull()
    bench.remote.edit { $0.put("a", "edited before the backup came back") }
    let later = await bench.relaunched()
    later.clock.setWall(by: 30 * 86_400)
    #expect(await later.engine.pull() == .changed)
    #expect(later.remote.pulls.last?.token == "T1")
    #expect(try await later.shown() == ["a": "edited before the backup came back"])
  }

  @Test("7. a file that a backup has restored pulls after its token, whatever its time is")
  func restoredFile() async throws {
    let folder = try TemporaryFolder()
    let bench = Bench(cache: TestCache(SQLiteCache(patience: 600)), folder: folder.path)
    bench.remote.edit { $0.put("a", "first") }
    await bench.engine.pull()
    await bench.engine.stop()
    let file = "articles.sqlite"
    let backup = try #require(folder.bytes(of: file))
    var later = await bench.relaunched()
    later.remote.edit { $0.put("a", "edited after the backup") }
    #expect(await later.engine.pull(force: true) == .changed)
    for days in [-3650.0, 0, 3650] {
      await later.engine.stop()
      try folder.save(bytes: backup, to: file)
      try folder.touch(file, days: days)
      later = await later.relaunched()
      #expect(await later.engine.pull(force: true) == .changed)
      #expect(later.remote.pulls.last?.token == "T1")
      #expect(try await later.shown() == ["a": "edited after the backup"])
    }
    await later.engine.stop()
  }

  @Test("8. after a failure of the server, the rows of the seed stay, marked stale, and the failure is reported")
  func failureAfterSeed() async throws {
    let bench = Bench(seeds: TestSeeds(["a": "seed"]))
    bench.remote.plan(.fail(.unreachable))
    #expect(await bench.engine.pull() == .failed("feed: cannot be reached"))
    #expect(try await bench.shown() == ["a": "seed"])
    let status = await bench.engine.status
    #expect(status.isStale)
    #expect(status.problem == "feed: cannot be reached")
    #expect(status.phase == .waiting)
  }

  @Test("9. an empty response is stored, and the next launch neither seeds nor pulls everything again")
  func emptyReply() async throws {
    let bench = Bench(seeds: TestSeeds([:]))
    #expect(await bench.engine.pull() == .unchanged)
    let later = await bench.relaunched()
    later.remote.edit { $0.put("a", "first") }
    #expect(await later.engine.pull(force: true) == .changed)
    #expect(later.remote.pulls.map(\.token) == [nil, "T0"])
    #expect(later.seeds.count == 1)
  }

  @Test("10. a reset during a pull is not undone by the response", arguments: [false, true])
  func resetMeanwhile(isAnsweredAnyway: Bool) async throws {
    let bench = Bench(seeds: TestSeeds(["s": "seed"]))
    bench.remote.edit { $0.put("a", "first") }
    bench.remote.plan(isAnsweredAnyway ? .holdOn : .hold)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    try await bench.engine.reset()
    bench.remote.release()
    #expect(await pull == .cancelled)
    #expect(try await bench.shown() == [:])
    #expect(await bench.engine.status.cursor == nil)
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["a": "first"])
  }

  @Test("11. two engines share nothing")
  func isolated() async throws {
    let (one, two) = (Bench(), Bench())
    one.remote.edit { $0.put("a", "of one") }
    two.remote.edit { $0.put("a", "of two") }
    async let first = one.engine.pull()
    async let second = two.engine.pull()
    #expect(await [first, second] == [.changed, .changed])
    #expect(try await one.shown() == ["a": "of one"])
    #expect(try await two.shown() == ["a": "of two"])
  }

  @Test("12. a request that never ends is cancelled, and the next pull works")
  func neverEnds() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "first") }
    bench.remote.plan(.holdOn)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.clock.advance(30)
    #expect(await pull == .failed("articles: no answer to a pull within 30.0 s; is the server reachable?"))
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["a": "first"])
    bench.remote.release()
  }

  @Test("13. one change among ten thousand rows writes and delivers one row")
  func oneOfMany() async throws {
    let bench = Bench(options: SyncOptions(page: 20_000))
    bench.remote.edit { server in for number in 0..<10_000 { server.put("k\(number)", "row") } }
    await bench.engine.pull()
    var place: DeliveryPlace?
    while let delivery = try await bench.engine.next(after: place, limit: 4000) { place = delivery.place }
    bench.remote.edit { $0.put("k77", "edited") }
    await bench.engine.pull(force: true)
    #expect(await bench.cache.writes.last?.changes.count == 1)
    let delivery = try #require(try await bench.engine.next(after: place, limit: 4000))
    #expect(delivery.rows.map(title) == ["edited"])
    #expect(try await bench.engine.next(after: delivery.place, limit: 4000) == nil)
  }

  @Test("pages are pulled to the last, each token with its rows")
  func pages() async throws {
    let bench = Bench(options: SyncOptions(page: 2))
    bench.remote.edit { server in for number in 0..<5 { server.put("k\(number)", "row \(number)") } }
    #expect(await bench.engine.pull() == .changed)
    #expect(bench.remote.pulls.map(\.token) == [nil, "T2/0", "T4/0"])
    #expect(try await bench.shown().count == 5)
  }

  @Test("rows and token are written together or not at all")
  func together() async throws {
    let bench = Bench(options: SyncOptions(page: 2))
    bench.remote.edit { server in for number in 0..<5 { server.put("k\(number)", "row \(number)") } }
    await bench.engine.pull()
    #expect(await bench.cache.writes.allSatisfy { $0.changes.isEmpty || $0.token != nil })
    bench.remote.edit { $0.put("k9", "row 9") }
    await bench.cache.failCommits(CacheFailure(.full, "articles.sqlite: the disk is full"))
    #expect(await bench.engine.pull(force: true) == .failed("articles.sqlite: the disk is full"))
    #expect(await bench.engine.status.cursor == "T5")
    #expect(try await bench.shown()["k9"] == nil)
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(try await bench.shown()["k9"] == "row 9")
  }

  @Test("a cache that cannot be read does not prevent pulls")
  func readError() async throws {
    let bench = Bench()
    await bench.cache.failReading(CacheFailure(.failed, "articles.sqlite: input/output error"))
    await #expect(throws: SyncFailure("articles.sqlite: input/output error")) {
      try await bench.engine.next(after: nil, limit: 10)
    }
    bench.remote.edit { $0.put("a", "first") }
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["a": "first"])
  }

  @Test("a failure after the first delivery is reported, and with it what did not change")
  func secondDelivery() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "first") }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    #expect(try await bench.shown() == ["a": "first"])
    #expect(await bench.engine.pull(force: true) == .failed("feed: cannot be reached"))
    #expect(await bench.engine.status.problem == "feed: cannot be reached")
    #expect(await !bench.engine.status.isStale)
  }

  @Test("a seed that cannot be read is reported, and differs from an empty one")
  func brokenSeed() async throws {
    let bench = Bench(seeds: TestSeeds(.failure(SeedFailure("seed.ndjson:3: not JSON; mend the line"))))
    await bench.engine.open()
    #expect(await bench.engine.status.notice == "seed.ndjson:3: not JSON; mend the line")
    bench.remote.edit { $0.put("a", "first") }
    #expect(await bench.engine.pull() == .changed)
    let later = Bench(seeds: TestSeeds(["z": "a mended seed"]), cache: bench.cache, remote: bench.remote)
    await bench.engine.stop()
    #expect(try await later.shown() == ["a": "first"])
  }
}
