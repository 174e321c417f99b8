import Testing
import UDF

@testable import UDFSync

/// Servers that answer a mutation with the row that it has made.
@Suite("Returned rows") struct ReturnedRowTests {
  /// A server that writes its mark into each row that a mutation has made.
  private func bench(_ plans: TestRemote.Plan..., filter: RowFilter = .all) -> Bench {
    let bench = Bench(filter: filter)
    bench.remote.edit { server in
      (server.returnsRows, server.filters) = (true, true)
      server.stamp = { (try? MergePatch.merge($0, Array(#"{"by":"server"}"#.utf8))) ?? $0 }
    }
    for plan in plans { bench.remote.plan(plan) }
    return bench
  }

  /// The bodies of all rows as they are shown.
  private func bodies(_ bench: Bench) async throws -> [String] {
    let delivery = try await bench.engine.next(after: nil, limit: 100)
    return delivery?.rows.map { String(decoding: $0.body, as: UTF8.self) } ?? []
  }

  @Test("the app receives the server's row at once, before a page contains it")
  func shown() async throws {
    let bench = bench(.serve, .hold)
    try await bench.put("a", "mine")
    await bench.remote.arrived(2)
    #expect(try await bodies(bench) == [#"{"id":"a","title":"mine","by":"server"}"#])
    #expect(await bench.engine.pending().map(\.isAcknowledged) == [true])
    bench.remote.release()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bodies(bench) == [#"{"id":"a","title":"mine","by":"server"}"#])
  }

  @Test("a later change of the row is applied to it, and an earlier one is not applied twice")
  func replayed() async throws {
    let bench = bench(.serve, .hold)
    bench.remote.edit { server in
      server.stamp = { row in
        Array(String(decoding: row, as: UTF8.self).replacing(#""n":1}"#, with: #""n":100}"#).utf8)
      }
    }
    try await bench.engine.mutate(.put, RowKey("a"), body: Array(#"{"id":"a","n":1}"#.utf8))
    await bench.remote.arrived(2)
    try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"m":2}"#.utf8))
    #expect(try await bodies(bench) == [#"{"id":"a","n":100,"m":2}"#])
    bench.remote.release()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bodies(bench) == [#"{"id":"a","n":100,"m":2}"#])
  }

  @Test(
    "an older page does not remove the returned row, whether it matches the parameters or not",
    arguments: [RowFilter.all, ["title": "mine"], ["title": "old"]])
  func older(_ filter: RowFilter) async throws {
    let bench = bench(filter: filter)
    bench.remote.edit { $0.put("a", "old") }
    await bench.engine.pull()
    let older = PullPage(
      next: "T1", hasMore: false, changes: [.put("a", "old", version: 1)], mutation: 0, continuesFilter: true)
    bench.remote.plan(.serve, .reply(.page(older)), .fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    #expect(try await bodies(bench) == [#"{"id":"a","title":"mine","by":"server"}"#])
  }

  @Test("after a restart the returned row is still there, and the mutation waits for its page")
  func restarted() async throws {
    let bench = bench()
    await bench.engine.pull()
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    let later = await bench.relaunched()
    #expect(try await bodies(later) == [#"{"id":"a","title":"mine","by":"server"}"#])
    #expect(await later.engine.pending().count == 1)
    await later.engine.pull()
    #expect(await later.engine.status.pending == 0)
    #expect(later.remote.pushes.count == 1)
  }

  @Test("a server that has lost the mutation receives it again, and the app keeps its change meanwhile")
  func lost() async throws {
    let bench = bench()
    await bench.engine.pull()
    let backup = bench.remote.server
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { server in
      server.restore(backup)
      server.returnsRows = true
    }
    bench.remote.plan(.serve, .serve, .hold)
    let count = bench.remote.pulls.count + bench.remote.pushes.count
    bench.clock.advance(40)
    await bench.remote.arrived(count + 3)
    #expect(try await bench.shown() == ["a": "mine"])
    bench.remote.release()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.server.rows.count == 1)
  }

  @Test("a deletion of another key than the mutation's is refused")
  func otherKey() {
    var rig = MachineRig()
    rig.enter(.pushing)
    rig.send(.pushed(rig.number, .success(PushReply([(1, .stored(.delete("b", version: 2)))]))))
    #expect(
      rig.machine.problem
        == #"articles: the server answered mutation 1, a put of "a", with the key "b"; it must answer with "a", because "#
        + "only a put can get a new key; the request is repeated")
  }

  @Test("the policy is not called for a change of a row that the server returned")
  func noConflict() async throws {
    let bench = Bench(conflict: .serverWins)
    bench.remote.edit { server in
      server.returnsRows = true
      server.protocolVersion = 0
      server.stamp = { (try? MergePatch.merge($0, Array(#"{"by":"server"}"#.utf8))) ?? $0 }
    }
    bench.remote.plan(.serve, .serve, .fail(.unreachable))
    try await bench.put("a", "first")
    await bench.status { $0.phase == .waiting }
    try await bench.put("a", "second")
    bench.clock.advance(40)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["a": "second"])
    #expect(try await bench.engine.deadLetters().isEmpty)
  }
}
