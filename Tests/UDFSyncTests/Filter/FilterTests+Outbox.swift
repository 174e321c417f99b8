import Testing
import UDF

@testable import UDFSync

// Edits that wait while rows begin or cease to match.
extension FilterTests {
  @Test("a pending mutation stays through changes of the parameters, and its row is visible until it is confirmed")
  func pending() async throws {
    let remote = server()
    let bench = bench(remote)
    await bench.engine.pull()
    remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"n":1}"#.utf8))
    await bench.status { $0.phase == .waiting }
    try await bench.engine.setFilter(veg)
    #expect(try await bench.shown() == ["a": "fruit"])
    await bench.quiet()
    bench.clock.advance(40)
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(remote.server.madeBodies == [#"{"n":1}"#])
    #expect(try await bench.shown() == ["b": "veg", "d": "veg"])
    await bench.engine.stop()
  }

  @Test("a new row that does not match is visible until it is confirmed", arguments: [true, false])
  func foreign(_ filters: Bool) async throws {
    let remote = server(filters: filters)
    let bench = bench(remote)
    await bench.engine.pull()
    remote.plan(.hold)
    try await bench.put("e", "veg")
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit", "e": "veg"])
    remote.release()
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(remote.server.rows[RowKey("e")] != nil)
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit"])
    await bench.engine.stop()
  }

  @Test("a row that left while its mutation was pending does not return with the former parameters after its deletion")
  func leftover() async throws {
    let remote = server()
    let bench = bench(remote)
    await bench.engine.pull()
    remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"n":1}"#.utf8))
    await bench.quiet()
    // The server takes the patch only after both changes of the parameters.
    try await bench.engine.setFilter(veg)
    remote.edit { $0.delete("a") }
    remote.plan(
      .fail(RemoteFailure(.unsupported, "feed: 404")), .serve, .fail(RemoteFailure(.unsupported, "feed: 404")))
    await bench.engine.pull(force: true)
    await bench.quiet()
    #expect(try await bench.shown() == ["a": "fruit", "b": "veg", "d": "veg"])
    try await bench.engine.setFilter(fruit)
    await bench.engine.pull(force: true)
    await bench.quiet()
    await bench.engine.pull(force: true)
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(try await bench.shown() == ["c": "fruit"])
    #expect(try await bench.cache.rows(after: .start, limit: 9).compactMap(\.body).count == 1)
    await bench.engine.stop()
  }

  /// An edit of the row "a" that was not sent before the parameters changed to others and back.
  private func returned(
    _ remote: TestRemote, _ operation: Mutation.Operation = .put, theirs: String? = nil
  ) async throws -> Bench {
    let bench = bench(remote, options: SyncOptions(batch: 1), conflict: .serverWins)
    await bench.engine.pull()
    // The edit of another row is sent first, and its push fails.
    remote.plan(.serve, .fail(.unreachable))
    try await bench.put("c", "fruit")
    await bench.status { $0.phase == .waiting }
    try await bench.engine.mutate(operation, RowKey("a"), body: Array(#"{"id":"a","title":"fruit","n":1}"#.utf8))
    for filter in [veg, fruit] {
      try await bench.engine.setFilter(filter)
      if let theirs, filter == veg { remote.edit { $0.put("a", theirs) } }
      remote.plan(.serve, .fail(.unreachable))
      await bench.engine.pull(force: true)
      await bench.status { $0.phase == .waiting }
    }
    return bench
  }

  @Test(
    "an edit whose row left and returned while it waited is no conflict with the row that it was made on",
    arguments: [true, false])
  func returned(_ filters: Bool) async throws {
    let remote = server(filters: filters)
    let bench = try await returned(remote)
    #expect(await bench.engine.status.dead == 0)
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit"])
    bench.clock.advance(40)
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(remote.server.rows[RowKey("a")] == Array(#"{"id":"a","title":"fruit","n":1}"#.utf8))
    await bench.engine.stop()
  }

  @Test(
    "an edit whose row changed on the server between leaving and returning is a conflict",
    arguments: [true, false], [Mutation.Operation.put, .patch])
  func returnedChanged(_ filters: Bool, _ operation: Mutation.Operation) async throws {
    let remote = server(filters: filters)
    let fruits = #"fruit","theirs":"yes"#
    let bench = try await returned(remote, operation, theirs: fruits)
    #expect(try await bench.engine.deadLetters().map(\.code) == ["conflict"])
    #expect(remote.server.rows[RowKey("a")] == json("a", fruits))
    await bench.engine.stop()
  }

  @Test("no mutation conflicts because its row no longer matches", arguments: [true, false])
  func policy(_ filters: Bool) async throws {
    let remote = server(filters: filters)
    let bench = bench(remote, conflict: .serverWins)
    await bench.engine.pull()
    remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"n":1}"#.utf8))
    await bench.status { $0.phase == .waiting }
    try await bench.engine.setFilter(veg)
    remote.edit { server in
      server.delete("d")
      server.expire()
    }
    bench.clock.advance(40)
    await bench.engine.pull(force: true)
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(await bench.engine.status.dead == 0)
    #expect(remote.server.madeBodies == [#"{"n":1}"#])
    await bench.engine.stop()
  }

  @Test("a running push continues while the parameters change")
  func push() async throws {
    let remote = server()
    let bench = bench(remote)
    await bench.engine.pull()
    remote.plan(.hold)
    try await bench.put("a", "fruit")
    await remote.arrived(2)
    try await bench.engine.setFilter(veg)
    remote.release()
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(remote.pushes.count == 1)
    #expect(try await bench.shown() == ["b": "veg", "d": "veg"])
    await bench.engine.stop()
  }

  @Test("a new row that does not match is visible under the server's key until it is confirmed")
  func given() async throws {
    let remote = server()
    remote.edit { server in (server.givesKeys, server.returnsRows) = (true, true) }
    let bench = bench(remote)
    await bench.engine.pull()
    remote.plan(.serve, .hold)
    try await bench.put("new", "veg")
    await remote.arrived(3)
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit", "1": "veg"])
    remote.release()
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit"])
    await bench.engine.stop()
  }

  @Test("a refused row that does not match is removed, and is visible again when it is retried")
  func refused() async throws {
    let remote = server()
    let bench = bench(remote)
    await bench.engine.pull()
    let id = try await bench.engine.mutate(.put, RowKey("e"), body: json("e", "bad"))
    await bench.status { $0.dead == 1 && $0.phase == .idle }
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit"])
    remote.plan(.hold)
    try await bench.engine.amend(id, body: json("e", "veg"))
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit", "e": "veg"])
    remote.release()
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(try await bench.shown() == ["a": "fruit", "c": "fruit"])
    await bench.engine.stop()
  }
}
