import FolderTesting
import Testing
import UDF
import UDFNetwork

@testable import UDFSync

/// Servers that give a new row another key than the one that it was made with.
@Suite("Given keys") struct GivenKeyTests {
  private func bench(
    _ cache: any CacheStore = MemoryCache(), options: SyncOptions = SyncOptions(), folder: String = "/nowhere"
  ) -> Bench {
    let bench = Bench(
      cache: TestCache(cache), remote: TestRemote(needsBases: true), options: options,
      references: ["parent": "", "others": ""],
      folder: folder)
    bench.remote.edit { server in
      server.returnsRows = true
      server.givesKeys = true
    }
    return bench
  }

  private func bodies(_ bench: Bench) async throws -> [String] {
    var bodies: [String] = []
    var place: DeliveryPlace?
    while let delivery = try await bench.engine.next(after: place, limit: 100) {
      bodies += delivery.rows.map { String(decoding: $0.body, as: UTF8.self) }
      place = delivery.place
    }
    return bodies.sorted()
  }

  private func put(_ bench: Bench, _ json: String, _ key: String) async throws {
    try await bench.engine.mutate(.put, RowKey(key), body: Array(json.utf8))
  }

  private func idle(_ bench: Bench) async { await bench.status { $0.phase == .idle && $0.pending == 0 } }

  @Test("the row is under the new key, and the delivery names both keys when the old row is removed")
  func renamed() async throws {
    let bench = bench()
    await bench.engine.pull()
    bench.remote.plan(.hold)
    try await bench.put("new a", "mine")
    let first = try #require(try await bench.engine.next(after: nil, limit: 100))
    #expect(first.rows.map(\.key.description) == ["new a"])
    bench.remote.release()
    await idle(bench)
    let second = try #require(try await bench.engine.next(after: first.place, limit: 1))
    #expect(second.removed.map(\.description) == ["new a"] || second.rows.map(\.key.description) == ["1"])
    var deliveries = [second]
    while let next = try await bench.engine.next(after: deliveries.last!.place, limit: 1) { deliveries.append(next) }
    let removing = try #require(deliveries.first { !$0.removed.isEmpty })
    #expect(removing.renamed == [RowKey("new a"): GivenKey(1)])
    #expect(removing.rows.map { String(decoding: $0.body, as: UTF8.self) } == [#"{"id":1,"title":"mine"}"#])
    #expect(try await bodies(bench) == [#"{"id":1,"title":"mine"}"#])
  }

  /// A server that has a row 1, and answers every change with a row 2.
  private struct TwoRows: RemoteStore {
    func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply {
      .page(PullPage(next: "T", changes: request.token == nil ? [.put("1", "theirs", version: 5)] : [], mutation: 0))
    }

    func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply {
      PushReply(request.mutations.map { ($0.number, .stored(.put("2", "mine", version: 6))) })
    }
  }

  private struct Core: SyncCore {
    let instances = Instances()
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
    func dependency(_ database: SyncDatabase) -> any RemoteStore { TwoRows() }
    func dependency() -> any HTTPClient { StubHTTPClient([:]) }
  }

  @Test("a row that the server already has keeps its key, although a response names another one")
  func serversRow() async throws {
    let engine = SyncEngine(SyncCollection("articles", folder: "/nowhere"), core: Core())
    await engine.pull()
    for title in ["mine", "later"] {
      try await engine.mutate(.put, RowKey("1"), body: json("1", title))
      for await status in engine.statuses where status.phase == .waiting { break }
      #expect(await engine.pending().map(\.key).last == RowKey("1"))
    }
    var keys: Set<String> = []
    var place: DeliveryPlace?
    while let delivery = try await engine.next(after: place, limit: 10) {
      keys.formUnion(delivery.rows.map(\.key.description))
      keys.subtract(delivery.removed.map(\.description))
      place = delivery.place
    }
    #expect(keys == ["1", "2"])
    await engine.stop()
  }

  @Test("pending changes of the old key use the new one, as do rows and lists that refer to it")
  func waiting() async throws {
    let bench = bench()
    bench.remote.plan(.fail(.unreachable))
    try await put(bench, #"{"id":"new a","title":"A"}"#, "new a")
    await bench.status { $0.phase == .waiting }
    try await bench.engine.mutate(.patch, RowKey("new a"), body: Array(#"{"title":"B"}"#.utf8))
    try await put(bench, #"{"id":"b","parent":"new a","others":["x","new a",5],"title":"new a"}"#, "b")
    bench.clock.advance(40)
    await idle(bench)
    #expect(
      try await bodies(bench) == [
        #"{"id":"b","parent":1,"others":["x",1,5],"title":"new a"}"#, #"{"id":1,"title":"B"}"#,
      ])
    let rows = bench.remote.server.rows.values.map { String(decoding: $0, as: UTF8.self) }
    #expect(rows.sorted() == (try await bodies(bench)))
  }

  @Test(
    "a row that the server has stored with the old key has the new one, also after a restart",
    arguments: CacheKind.allCases)
  func stored(_ kind: CacheKind) async throws {
    let folder = try TemporaryFolder()
    let bench = bench(kind.make(), folder: folder.path)
    try await put(bench, #"{"id":"b","parent":"new a","text":"new a"}"#, "b")
    await idle(bench)
    var place: DeliveryPlace?
    while let delivery = try await bench.engine.next(after: place, limit: 100) { place = delivery.place }
    try await put(bench, #"{"id":"new a","title":"A"}"#, "new a")
    await idle(bench)
    var later: [String] = []
    while let delivery = try await bench.engine.next(after: place, limit: 100) {
      later += delivery.rows.map { String(decoding: $0.body, as: UTF8.self) }
      place = delivery.place
    }
    let rows = [#"{"id":"b","parent":1,"text":"new a"}"#, #"{"id":1,"title":"A"}"#]
    #expect(Set(later) == Set(rows))
    let again = await bench.relaunched()
    #expect(try await bodies(again) == rows)
    await again.engine.stop()
  }

  @Test("changes of another collection that refer to the old key use the new one")
  func otherCollection() async throws {
    let bench = Bench(
      remote: TestRemote(needsBases: true), references: ["project": "projects"], named: ["projects", "tasks"])
    bench.remote.edit { server in
      (server.returnsRows, server.givesKeys) = (true, true)
    }
    bench.remote.plan(.fail(.unreachable))
    let project = RowKey("new p", in: "projects")
    try await bench.engine.mutate(.put, project, body: Array(#"{"id":"new p"}"#.utf8))
    try await bench.engine.mutate(
      .put, RowKey("t", in: "tasks"), body: Array(#"{"id":"t","parent":"new p","project":"new p"}"#.utf8))
    await bench.status { $0.phase == .waiting }
    bench.clock.advance(40)
    await idle(bench)
    let task = bench.remote.server.rows[RowKey("t", in: "tasks")].map { String(decoding: $0, as: UTF8.self) }
    #expect(task == #"{"id":"t","parent":"new p","project":1}"#)
  }

  @Test("a screen with the old key changes the new row, also after a restart", arguments: CacheKind.allCases)
  func alias(_ kind: CacheKind) async throws {
    let folder = try TemporaryFolder()
    let bench = bench(kind.make(), folder: folder.path)
    try await bench.put("new a", "mine")
    await idle(bench)
    try await bench.engine.mutate(.patch, RowKey("new a"), body: Array(#"{"id":"new a","title":"B"}"#.utf8))
    await idle(bench)
    #expect(try await bodies(bench) == [#"{"id":1,"title":"B"}"#])
    let later = await bench.relaunched()
    try await later.engine.mutate(.delete, RowKey("new a"))
    await later.status { $0.phase == .idle && $0.pending == 0 }
    #expect(later.remote.server.rows.isEmpty)
    await later.engine.stop()
  }

  @Test("a dead letter of the old key is retried with the new one")
  func deadLetter() async throws {
    let bench = bench()
    await bench.engine.pull()
    bench.remote.plan(.hold)
    try await bench.put("new a", "bad")
    try await bench.put("new a", "good")
    bench.remote.release()
    await idle(bench)
    let letters = try await bench.engine.deadLetters()
    #expect(letters.map(\.mutation.key.description) == ["1"])
    #expect(letters.map(\.code) == ["bad"])
    try await bench.engine.amend(letters[0].mutation.id, body: Array(#"{"id":"new a","title":"amended"}"#.utf8))
    await idle(bench)
    #expect(bench.remote.server.rows == [RowKey("1"): Array(#"{"id":1,"title":"amended"}"#.utf8)])
  }

  @Test("a new row whose response is lost is made once, with one key")
  func lost() async throws {
    let bench = bench()
    await bench.engine.pull()
    bench.remote.plan(.lose(.unreachable))
    try await bench.put("new a", "mine")
    await bench.status { $0.phase == .waiting }
    try await bench.engine.mutate(.patch, RowKey("new a"), body: Array(#"{"title":"B"}"#.utf8))
    bench.clock.advance(40)
    await idle(bench)
    #expect(bench.remote.server.rows == [RowKey("1"): Array(#"{"id":1,"title":"B"}"#.utf8)])
    #expect(try await bodies(bench) == [#"{"id":1,"title":"B"}"#])
  }

  @Test("a row with a new key that another client has deleted is removed, with its pending changes")
  func deleted() async throws {
    let bench = bench()
    await bench.engine.pull()
    bench.remote.plan(.lose(.unreachable))
    try await bench.put("new a", "mine")
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { $0.delete("1") }
    try await bench.engine.mutate(.patch, RowKey("new a"), body: Array(#"{"title":"B"}"#.utf8))
    bench.clock.advance(40)
    await idle(bench)
    #expect(try await bodies(bench).isEmpty)
    #expect(bench.remote.pushes.last?.mutations.map(\.key) == [RowKey("1")])
  }

  @Test("a patch that is sent with the new row may be answered with the row under its new key")
  func keyedThenStored() {
    var rig = MachineRig()
    rig.push((.put, "new a", json("new a", "A")), (.patch, "new a", Array(#"{"title":"B"}"#.utf8)))
    let row = SyncRow(RowKey("s7"), version: 3, body: json("s7", "B"))
    rig.answer([(1, .keyed(GivenKey("s7"))), (2, .stored(.put(row)))])
    #expect(rig.machine.problem == nil)
    #expect(rig.machine.contents?.outbox.unsent == 0)
    #expect(rig.machine.contents?.outbox.map(\.key) == [RowKey("s7"), RowKey("s7")])
    #expect(rig.table.rows(of: [RowKey("new a"), RowKey("s7")]).map(\.body) == [nil, json("s7", "B")])
  }

  @Test("a server that was restored may give a row with a given key another one")
  func givenAgain() {
    var rig = MachineRig()
    rig.push((.put, "new a", json("new a", "A")))
    rig.answer([(1, .keyed(GivenKey("s7")))])
    rig.send(.change(.mutate(.patch, RowKey("s7"), body: Array(#"{"title":"B"}"#.utf8)), 8))
    rig.commit()
    rig.send(.pulled(rig.number, .success(ModelServer.page(from: .some("T1"), next: "T1"))))
    rig.commit()
    rig.answer([(2, .stored(.put(SyncRow(RowKey("s8"), version: 3, body: json("s8", "B")))))])
    #expect(rig.machine.problem == nil)
    #expect(rig.machine.contents?.outbox.unsent == 0)
    #expect(rig.machine.contents?.outbox.map(\.key) == [RowKey("s8"), RowKey("s8")])
    #expect(rig.machine.contents?.aliases[RowKey("new a")]?.newKey == RowKey("s8"))
  }

  @Test(
    "another key for a patch or a deletion is reported, and changes no keys",
    arguments: [Mutation.Operation.patch, .delete])
  func keyOfExistingRow(_ operation: Mutation.Operation) {
    var rig = MachineRig()
    rig.push((operation, "a", operation == .patch ? Array(#"{"title":"B"}"#.utf8) : nil))
    rig.answer([(1, .keyed(GivenKey("b")))])
    #expect(
      rig.machine.problem
        == "articles: the server answered mutation 1, a \(operation.rawValue) of \"a\", with the key \"b\"; it must answer with "
        + "\"a\", because only a put can get a new key; the request is repeated")
    #expect(rig.machine.contents?.outbox.map(\.key) == [RowKey("a")])
  }

  @Test("if the commit fails, the new key is not used, and the next response repeats it")
  func failedCommit() async throws {
    let bench = bench()
    await bench.engine.pull()
    await bench.cache.failCommits(nil, CacheFailure(.full, "full"))
    try await bench.put("new a", "mine")
    await bench.status { $0.phase == .waiting }
    #expect(try await bodies(bench) == [#"{"id":"new a","title":"mine"}"#])
    bench.clock.advance(40)
    await idle(bench)
    #expect(try await bodies(bench) == [#"{"id":1,"title":"mine"}"#])
    #expect(bench.remote.server.rows.count == 1)
  }

  @Test("one response gives keys to more new rows than aliases are kept, and all their pending changes use them")
  func manyAtOnce() async throws {
    let bench = bench(options: SyncOptions(batch: 2 * KeyAliases.most))
    bench.remote.edit { $0.answersPastNewRows = true }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    let count = KeyAliases.most + 44
    try await put(bench, #"{"id":"new 0","title":"A"}"#, "new 0")
    await bench.status { $0.phase == .waiting }
    for number in 1..<count { try await put(bench, #"{"id":"new \#(number)","title":"A"}"#, "new \(number)") }
    try await bench.engine.mutate(.patch, RowKey("new 0"), body: Array(#"{"title":"B"}"#.utf8))
    bench.clock.advance(40)
    await idle(bench)
    let rows = bench.remote.server.rows
    #expect(rows.count == count)
    #expect(rows[RowKey("1")].map { String(decoding: $0, as: UTF8.self) } == #"{"id":1,"title":"B"}"#)
    // The delivery that removes an old row has the new row as well, so a row may come twice.
    #expect(Set(try await bodies(bench)) == Set(rows.values.map { String(decoding: $0, as: UTF8.self) }))
  }

  @Test("old keys are followed through several new ones, and the oldest are removed")
  func aliases() {
    func alias(_ old: String, _ new: String) -> KeyAlias { KeyAlias(RowKey(old), new: GivenKey(new)) }
    var aliases = KeyAliases([alias("a", "b"), alias("b", "c")])
    #expect(aliases[RowKey("a")]?.new == GivenKey("c"))
    for number in 0..<KeyAliases.most { aliases.keep([alias("n\(number)", "\(number)")]) }
    #expect(aliases.all.count == KeyAliases.most)
    #expect(aliases[RowKey("a")] == nil)
  }
}
