import FolderTesting
import Testing
import UDF

@testable import UDFSync

/// The rows of a client that keeps only a part of a server's rows. The parameter is the title.
@Suite("Part of the rows") struct FilterTests {
  let fruit: RowFilter = ["title": "fruit"]
  let veg: RowFilter = ["title": "veg"]

  /// A server with two rows of each kind.
  func server(filters: Bool = true) -> TestRemote {
    let remote = TestRemote()
    remote.edit { server in
      server.filters = filters
      for (key, title) in [("a", "fruit"), ("b", "veg"), ("c", "fruit"), ("d", "veg")] { server.put(key, title) }
    }
    return remote
  }

  func bench(
    _ remote: TestRemote, filter: RowFilter? = nil, seeds: TestSeeds = TestSeeds(), cache: TestCache = TestCache(),
    options: SyncOptions = SyncOptions(), conflict: ConflictPolicy = .replay
  ) -> Bench {
    Bench(
      seeds: seeds, cache: cache, remote: remote, options: options, conflict: conflict, filter: filter ?? fruit)
  }

  @Test("only rows that match are pulled and kept, with and without support of the server", arguments: [true, false])
  func part(_ filters: Bool) async throws {
    let remote = server(filters: filters)
    let bench = bench(remote)
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit"])
    #expect(try await bench.cache.rows(after: .start, limit: 9).compactMap(\.body).count == 2)
    remote.edit { server in
      server.put("a", "veg")
      server.put("b", "fruit")
      server.put("e", "veg")
    }
    await bench.engine.pull(force: true)
    #expect(try await bench.shown() == ["b": "fruit", "c": "fruit"])
    #expect(await bench.engine.status.filter == fruit)
    await bench.engine.stop()
  }

  @Test("after a change of parameters, only the difference is pulled from a server that supports them")
  func difference() async throws {
    let remote = server()
    let bench = bench(remote)
    await bench.engine.pull()
    remote.edit { $0.put("c", "both") }
    let token = await bench.engine.status.cursor
    try await bench.engine.setFilter(RowFilter(["title": ["fruit", "veg"]]))
    await bench.quiet()
    #expect(remote.pulls.map(\.token) == [nil, token])
    #expect(await bench.cache.writes.last?.changes.map(\.key) == ["b", "d", "c"].map { RowKey($0) })
    #expect(try await bench.shown() == ["a": "fruit", "b": "veg", "d": "veg"])
    #expect(await bench.engine.status.isStale == false)
    await bench.engine.stop()
  }

  @Test("a server without parameters is asked for all rows after a change")
  func unknown() async throws {
    let remote = server(filters: false)
    let bench = bench(remote)
    await bench.engine.pull()
    try await bench.engine.setFilter(veg)
    await bench.quiet()
    #expect(remote.pulls.map(\.token) == [nil, nil])
    #expect(try await bench.shown() == ["b": "veg", "d": "veg"])
    await bench.engine.stop()
  }

  @Test("if its rows are among the present ones, such a server is asked only for changes")
  func narrower() async throws {
    let remote = server(filters: false)
    let bench = bench(remote, filter: .all)
    await bench.engine.pull()
    remote.edit { $0.put("e", "veg") }
    try await bench.engine.setFilter(veg)
    await bench.quiet()
    #expect(remote.pulls.map(\.token) == [nil, "T4"])
    #expect(try await bench.shown() == ["b": "veg", "d": "veg", "e": "veg"])
    #expect(try await bench.cache.rows(after: .start, limit: 9).compactMap(\.body).count == 3)
    await bench.engine.stop()
  }

  @Test("a change of parameters during a pull of changes costs all rows that match then")
  func middle() async throws {
    let remote = server(filters: false)
    remote.edit { $0.put("n", "nut") }
    let bench = bench(remote, filter: RowFilter(["title": ["fruit", "veg"]]), options: SyncOptions(page: 1))
    await bench.engine.pull()
    remote.edit { server in for key in ["e", "f", "g"] { server.put(key, "veg") } }
    remote.plan(.serve, .fail(.unreachable))
    try await bench.engine.setFilter(veg)
    await bench.quiet()
    try await bench.engine.setFilter(["title": "nut"])
    await bench.engine.pull(force: true)
    #expect(try await bench.shown() == ["n": "nut"])
    await bench.engine.stop()
  }

  @Test(
    "an earlier state of a row that follows a later one in a page does not restore the row",
    arguments: [true, false])
  func order(_ isDeleted: Bool) async throws {
    let remote = server(filters: false)
    let bench = bench(remote)
    await bench.engine.pull()
    let last: RowChange = isDeleted ? .delete("z", version: 9) : .put("z", "veg", version: 9)
    remote.plan(.reply(ModelServer.page(last, .put("z", "fruit", version: 8), next: "T9")))
    await bench.engine.pull(force: true)
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit"])
    await bench.engine.stop()
  }

  @Test("a server that no longer supports parameters is asked for all rows")
  func forgotten() async throws {
    let remote = server()
    let bench = bench(remote)
    await bench.engine.pull()
    remote.edit { $0.filters = false }
    try await bench.engine.setFilter(veg)
    await bench.quiet()
    #expect(remote.pulls.count == 3)
    #expect(try await bench.shown() == ["b": "veg", "d": "veg"])
    await bench.engine.stop()
  }

  @Test("without a network, the present rows that match are stale, and all of them after a change back")
  func offline() async throws {
    let remote = server()
    let bench = bench(remote, filter: .all)
    await bench.engine.pull()
    remote.plan(.fail(.unreachable), .fail(.unreachable), .fail(.unreachable))
    try await bench.engine.setFilter(veg)
    #expect(try await bench.shown() == ["b": "veg", "d": "veg"])
    await bench.quiet()
    #expect(await bench.engine.status.isStale)
    try await bench.engine.setFilter(fruit)
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit"])
    try await bench.engine.setFilter(.all)
    #expect(try await bench.shown().count == 4)
    await bench.engine.stop()
  }

  @Test("a response to a request with the former parameters is ignored")
  func former() async throws {
    let remote = server()
    let bench = bench(remote)
    remote.plan(.holdOn)
    let pull = Task { [engine = bench.engine] in await engine.pull() }
    await remote.arrived(1)
    try await bench.engine.setFilter(veg)
    #expect(await pull.value == .changed)
    remote.release()
    await bench.quiet()
    #expect(remote.pulls.map(\.filter) == [fruit, veg])
    #expect(try await bench.shown() == ["b": "veg", "d": "veg"])
    await bench.engine.stop()
  }

  @Test("parameters and the pending difference survive a relaunch, until the app declares others")
  func relaunch() async throws {
    let folder = try TemporaryFolder()
    let remote = server()
    func bench(_ filter: RowFilter) -> Bench {
      Bench(cache: TestCache(SQLiteCache(patience: 600)), remote: remote, folder: folder.path, filter: filter)
    }
    let first = bench(fruit)
    await first.engine.pull()
    remote.plan(.fail(.unreachable))
    try await first.engine.setFilter(veg)
    await first.quiet()
    await first.engine.stop()
    let second = bench(fruit)
    #expect(try await second.shown() == [:])
    #expect(await second.engine.status.filter == veg)
    #expect(await second.engine.pull() == .changed)
    #expect(try await second.shown() == ["b": "veg", "d": "veg"])
    #expect(remote.pulls.last?.token == "T4|\(fruit)")
    await second.engine.stop()
    let third = bench(.all)
    #expect(try await third.shown() == ["b": "veg", "d": "veg"])
    #expect(await third.engine.pull() == .changed)
    #expect(try await third.shown().count == 4)
    await third.engine.stop()
  }

  @Test("a token that has expired meanwhile costs all rows that match, and no mutation")
  func expired() async throws {
    let remote = server()
    let bench = bench(remote)
    await bench.engine.pull()
    remote.edit { server in
      server.delete("d")
      server.expire()
    }
    try await bench.put("b", "veg")
    try await bench.engine.setFilter(veg)
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(try await bench.shown() == ["b": "veg"])
    #expect(remote.pulls.last?.filter == veg)
    await bench.engine.stop()
  }

  @Test("rows of a seed are delivered if they match, and others after a change without a network")
  func seed() async throws {
    let remote = server()
    let bench = bench(remote, seeds: TestSeeds(["a": "fruit", "b": "veg"], token: "T2"))
    #expect(try await bench.shown() == ["a": "fruit"])
    try await bench.engine.setFilter(veg)
    #expect(try await bench.shown() == ["b": "veg"])
    await bench.engine.pull()
    #expect(try await bench.shown() == ["b": "veg", "d": "veg"])
    #expect(remote.pulls.map(\.token) == ["T2"])
    await bench.engine.stop()
  }

  @Test("a stream is opened again with the changed parameters, and delivers rows that begin or cease to match")
  func live() async throws {
    let remote = server()
    remote.edit { $0.offersLive = true }
    let bench = bench(remote)
    await bench.engine.pull()
    await bench.status { $0.isLive }
    try await bench.engine.setFilter(veg)
    await bench.status { $0.isLive && $0.filter == veg }
    #expect(remote.streams.requests.map(\.filter) == [fruit, veg])
    let revision = await bench.engine.status.revision
    remote.edit { $0.put("a", "veg") }
    await bench.status { $0.revision > revision }
    #expect(try await bench.shown() == ["a": "veg", "b": "veg", "d": "veg"])
    remote.edit { $0.put("d", "fruit") }
    await bench.status { $0.revision > revision + 1 }
    #expect(try await bench.shown() == ["a": "veg", "b": "veg"])
    await bench.engine.stop()
  }

  @Test("equal parameters change nothing and send no request")
  func same() async throws {
    let remote = server()
    let bench = bench(remote)
    await bench.engine.pull()
    let writes = await bench.cache.writes.count
    try await bench.engine.setFilter(fruit)
    #expect(await bench.cache.writes.count == writes)
    #expect(remote.pulls.count == 1)
    await bench.engine.stop()
  }

  @Test("if the cache cannot be written, the parameters stay as they are")
  func full() async throws {
    let remote = server()
    let bench = bench(remote)
    await bench.engine.pull()
    await bench.cache.failCommits(CacheFailure(.full, "articles: the disk is full"))
    await #expect(throws: SyncFailure("articles: the disk is full")) { try await bench.engine.setFilter(veg) }
    #expect(await bench.engine.status.filter == fruit)
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit"])
    await bench.engine.stop()
  }

  @Test("a migrated row is delivered if it matches then")
  func migrated() async throws {
    let folder = try TemporaryFolder()
    let remote = server()
    let cache = TestCache(SQLiteCache(patience: 600))
    let first = Bench(cache: cache, remote: remote, folder: folder.path, filter: fruit)
    await first.engine.pull()
    await first.engine.stop()
    let second = Bench(
      cache: cache, remote: remote, folder: folder.path, schema: 2,
      migration: RowMigration { row, _ in
        Array(String(decoding: row, as: UTF8.self).replacing(#""a","title":"fruit""#, with: #""a","title":"nut""#).utf8)
      }, filter: fruit)
    #expect(try await second.shown() == ["c": "fruit"])
    await second.engine.pull()
    #expect(try await second.shown() == ["a": "fruit", "c": "fruit"])
    await second.engine.stop()
  }
}
