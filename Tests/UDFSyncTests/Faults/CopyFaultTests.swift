import FolderTesting
import Testing
import UDF

@testable import UDFSync

/// Changes of a cache's files by others. In each test the first operation after opening is an edit.
@Suite("Faults: copies") struct CopyFaultTests {
  typealias Files = [String: [UInt8]]

  private let remote = TestRemote()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func launch(_ folder: TemporaryFolder) -> Bench {
    Bench(cache: TestCache(SQLiteCache(patience: 600)), remote: remote, folder: folder.path)
  }

  /// The files as they are, also while an engine has them.
  private func files() -> Files {
    Dictionary(uniqueKeysWithValues: folder.names.map { ($0, folder.bytes(of: $0) ?? []) })
  }

  private func restore(_ files: Files, to folder: TemporaryFolder) throws {
    for name in folder.names { try folder.run("rm", name) }
    for (name, bytes) in files { try folder.save(bytes: bytes, to: name) }
  }

  private func sync(_ bench: Bench) async {
    await bench.engine.pull(force: true)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
  }

  /// Puts a row, and waits until the server has it.
  private func edit(_ bench: Bench, _ key: String) async throws {
    try await bench.put(key, "of \(key)")
    await sync(bench)
  }

  /// Each of these rows was made once, and each text was always sent under one identity.
  private func expectMade(_ keys: String...) {
    #expect(remote.server.madeBodies.sorted() == keys.map { String(decoding: json($0, "of \($0)"), as: UTF8.self) })
    let sent = remote.pushes.flatMap(\.mutations)
    for (key, mutations) in Dictionary(grouping: sent, by: \.key) {
      #expect(Set(mutations.map(ModelServer.Identity.init)).count == 1, "\(key) was sent under several identities")
    }
  }

  @Test("a restored backup: new and old mutations each reach the server once", arguments: [1, 2])
  func backup(_ version: Int) async throws {
    remote.edit { $0.protocolVersion = version }
    var bench = launch(folder)
    try await edit(bench, "a")
    // The server makes b, and the backup does not know.
    remote.plan(.lose(.unreachable))
    try await bench.put("b", "of b")
    await bench.status { $0.phase == .waiting }
    await bench.engine.stop()
    let backup = files()
    bench = launch(folder)
    try await edit(bench, "c")
    await bench.engine.stop()
    try restore(backup, to: folder)
    bench = launch(folder)
    try await edit(bench, "d")
    expectMade("a", "b", "c", "d")
    #expect(try await bench.shown() == ["a": "of a", "b": "of b", "c": "of c", "d": "of d"])
    #expect(try await bench.engine.deadLetters().isEmpty)
    await bench.engine.stop()
  }

  @Test("a folder that is copied and used in both places: all mutations reach the server once", arguments: [1, 2])
  func copiedFolder(_ version: Int) async throws {
    remote.edit { $0.protocolVersion = version }
    var bench = launch(folder)
    try await edit(bench, "a")
    await bench.engine.stop()
    let other = try TemporaryFolder()
    try restore(files(), to: other)
    bench = launch(folder)
    try await edit(bench, "b")
    await bench.engine.stop()
    bench = launch(other)
    try await edit(bench, "c")
    expectMade("a", "b", "c")
    #expect(try await bench.shown() == ["a": "of a", "b": "of b", "c": "of c"])
    await bench.engine.stop()
  }

  @Test("a log without its end: later mutations reach the server", arguments: [1, 2])
  func cutLog(_ version: Int) async throws {
    remote.edit { $0.protocolVersion = version }
    var bench = launch(folder)
    try await edit(bench, "a")
    let log = folder.bytes(of: "articles.sqlite-wal")?.count ?? 0
    try await edit(bench, "b")
    var cut = files()
    let whole = try #require(cut["articles.sqlite-wal"])
    try #require(log > 0 && whole.count > log)
    cut["articles.sqlite-wal"] = Array(whole.prefix(log))
    await bench.engine.stop()
    let other = try TemporaryFolder()
    try restore(cut, to: other)
    bench = launch(other)
    try await edit(bench, "c")
    expectMade("a", "b", "c")
    #expect(try await bench.shown() == ["a": "of a", "b": "of b", "c": "of c"])
    await bench.engine.stop()
  }

  @Test("two running copies with a pending mutation: it is made once, and so are later ones", arguments: [1, 2])
  func twoLive(_ version: Int) async throws {
    remote.edit { $0.protocolVersion = version }
    let bench = launch(folder)
    try await edit(bench, "a")
    remote.plan(.fail(.unreachable))
    try await bench.put("b", "of b")
    await bench.status { $0.phase == .waiting }
    let other = try TemporaryFolder()
    try restore(files(), to: other)
    let copy = launch(other)
    try await copy.put("d", "of d")
    try await bench.put("c", "of c")
    await sync(copy)
    await sync(bench)
    await sync(copy)
    expectMade("a", "b", "c", "d")
    for bench in [bench, copy] {
      #expect(try await bench.shown() == ["a": "of a", "b": "of b", "c": "of c", "d": "of d"])
      #expect(try await bench.engine.deadLetters().isEmpty)
      await bench.engine.stop()
    }
  }

  @Test("a policy does not treat a mutation as a conflict that the restored backup considers unsent")
  func backupUnderPolicy() async throws {
    let launch = { [remote, folder] in
      Bench(
        cache: TestCache(SQLiteCache(patience: 600)), remote: remote, conflict: .serverWins, folder: folder.path)
    }
    var bench = launch()
    try await edit(bench, "a")
    remote.plan(.fail(.unreachable))
    try await bench.put("b", "of b")
    await bench.status { $0.phase == .waiting }
    let backup = files()
    await sync(bench)
    await bench.engine.stop()
    try restore(backup, to: folder)
    bench = launch()
    try await edit(bench, "c")
    expectMade("a", "b", "c")
    #expect(try await bench.engine.deadLetters().isEmpty)
    await bench.engine.stop()
  }
}
