import FolderTesting
import Foundation
import Platform
import Testing
import UDF
import UDFStorage

@testable import UDFSync

@Suite("a cache that an earlier version kept as JSON") struct FormerJSONCacheTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }
  private let outbox = [2, 3].map { Mutation(id: $0, client: "ann", .delete, EntityKey("a\($0)")) }
  private let deadLetters = [
    DeadLetter(Mutation(id: 1, client: "ann", .delete, EntityKey("a1")), code: "gone", message: "it is gone")
  ]

  /// The lines of such a file: head, outbox, dead letters and rows.
  private func lines(_ outbox: [UInt8]? = nil, lastMutation: Int64 = 3) throws -> [[UInt8]] {
    var contents = CacheContents()
    contents.token = "T1"
    contents.lastMutation = lastMutation
    contents.lastSent = 2
    let parts: [[UInt8]] = [
      Array(FirstFormat.head(contents, of: folder.collection(), client: "ann").utf8),
      outbox ?? Array("[\(self.outbox.map(FirstFormat.record).joined(separator: ","))]".utf8),
      Array("[\(deadLetters.map(FirstFormat.record).joined(separator: ","))]".utf8),
      Array("[]".utf8),
    ]
    return parts.enumerated().map { number, json in
      var checksum = Checksum()
      checksum.add(Int64(number))
      json.withUnsafeBytes { checksum.add($0) }
      let digits = String(checksum.value, radix: 16)
      let zeros = String(repeating: "0", count: 16 - digits.count)
      return Array("\(number == 0 ? "[" : ",")\"\(zeros)\(digits)\",".utf8) + json
    }
  }

  private func open() async throws -> CacheContents {
    let cache = SQLiteCache(patience: 600)
    let contents = try await cache.open(folder.collection())
    await cache.close()
    return contents
  }

  @Test("its pending changes are taken over once, and the file is kept under another name")
  func imported() async throws {
    let bytes = Array(try (lines() + [Array("]\n".utf8)]).joined(separator: [0x0A]))
    try folder.save(bytes: bytes, to: "articles.json")
    let contents = try await open()
    #expect(contents.outbox == outbox)
    #expect(contents.deadLetters == deadLetters)
    #expect(contents.lastMutation == 3)
    #expect(contents.token == nil && !contents.hasRows)
    #expect(
      contents.notice == """
        \(folder.path)/articles.json: was a cache of an earlier version; it is now \(folder.path)/articles.json.imported, \
        and all rows are fetched anew. Kept were changes that wait: 2, and that were refused: 1
        """)
    #expect(folder.bytes(of: "articles.json.imported") == bytes)
    let again = try await open()
    #expect(again.outbox == outbox && again.notice == nil)
    #expect(folder.names == ["articles.json.imported", "articles.sqlite"])
  }

  /// Makes the file with these lines.
  private func write(_ lines: [[UInt8]]) throws {
    try folder.save(bytes: Array(lines.joined(separator: [0x0A])), to: "articles.json")
  }

  @Test("of a damaged file the parts that are as they were written are taken over, and the file is kept as damaged")
  func damaged() async throws {
    var lines = try lines()
    lines[0][30] ^= 1
    lines[2][30] ^= 1
    try write(lines)
    let contents = try await open()
    // Nobody knows the name any more that they were sent under.
    let name = try #require(contents.outbox.first?.client)
    #expect(name != "ann")
    #expect(contents.outbox == [2, 3].map { Mutation(id: $0, client: name, .delete, EntityKey("a\($0)")) })
    #expect(contents.deadLetters.isEmpty)
    #expect(
      contents.notice == """
        \(folder.path)/articles.json: was a cache of an earlier version, and a part of it is damaged; it is now \
        \(folder.path)/articles.json.damaged, and all rows are fetched anew. Kept were changes that wait: 2, and that were \
        refused: 0
        """)
    #expect(folder.names == ["articles.json.damaged", "articles.sqlite"])
  }

  @Test("a file that ends too early is damaged")
  func torn() async throws {
    try write(Array(try lines().prefix(2)))
    let contents = try await open()
    #expect(contents.outbox == outbox && contents.deadLetters.isEmpty)
    #expect(folder.names == ["articles.json.damaged", "articles.sqlite"])
  }

  @Test("changes of an unknown kind, and numbers that are out of range, are damage")
  func crafted() async throws {
    let key = #""key":"a2""#
    for text in [#"[{"id":2,"operation":"rename",\#(key)}]"#, #"[{"id":\#(Int64.max),"operation":"delete",\#(key)}]"#] {
      let folder = try TemporaryFolder()
      let bytes = Array(try lines(Array(text.utf8)).joined(separator: [0x0A]))
      try folder.save(bytes: bytes, to: "articles.json")
      let cache = SQLiteCache(patience: 600)
      let contents = try await cache.open(folder.collection())
      await cache.close()
      #expect(contents.outbox.isEmpty && contents.deadLetters == deadLetters)
      #expect(folder.bytes(of: "articles.json.damaged") == bytes)
    }
    try write(lines(lastMutation: .max))
    #expect(try await open().lastMutation == 3)
  }

  @Test("while an earlier version has the file, it is busy, and nothing is made")
  func busy() async throws {
    try write(lines())
    var lock = Descriptor("\(folder.path)/articles.json.lock", O_RDWR | O_CREAT)
    #expect(flock(try #require(lock).number, LOCK_EX | LOCK_NB) == 0)
    let cache = SQLiteCache(patience: 0)
    let failure = await #expect(throws: CacheFailure.self) { try await cache.open(folder.collection()) }
    #expect(failure?.code == .busy)
    #expect(folder.names == ["articles.json"])
    lock = nil
    #expect(try await open().outbox == outbox)
  }

  @Test("a file that is there beside a newer cache is set aside and not taken over, and replaces no earlier file")
  func late() async throws {
    try write(lines())
    #expect(try await open().outbox == outbox)
    var late = try lines(Array("[]".utf8))
    try write(late)
    let contents = try await open()
    #expect(contents.outbox == outbox)
    #expect(
      contents.notice == """
        \(folder.path)/articles.json: was a cache of an earlier version; it is now \
        \(folder.path)/articles.json.imported-2. Nothing was taken over, since there is a newer one
        """)
    late[0][30] ^= 1
    try write(late)
    _ = try await open()
    #expect(
      folder.names == [
        "articles.json.damaged", "articles.json.imported", "articles.json.imported-2", "articles.sqlite",
      ])
  }

  @Test("a pipe, a folder and a large file of something else are not read")
  func notRead() async throws {
    for what in ["pipe", "folder", "hole"] {
      let folder = try TemporaryFolder()
      try folder.save(bytes: [], to: "other")
      let path = "\(folder.path)/articles.json"
      switch what {
      case "pipe": #expect(mkfifo(path, 0o600) == 0)
      case "folder": #expect(mkdir(path, 0o700) == 0)
      default:
        try folder.save(bytes: [], to: "articles.json")
        truncate(path, 1 << 40)
      }
      let cache = SQLiteCache(patience: 600)
      #expect(try await cache.open(folder.collection()).notice == nil, "\(what)")
      await cache.close()
      #expect(folder.names == ["articles.json", "articles.sqlite", "other"])
    }
  }

  @Test("of a file whose lines are almost all hole, no more is read than a cache could have")
  func sparse() async throws {
    try write(Array(try lines().prefix(1)))
    truncate("\(folder.path)/articles.json", 1 << 40)
    let former = try #require(try FormerJSONCache(of: folder.collection(), patience: 0, limit: 1 << 16))
    #expect(former.contents.outbox.isEmpty)
    _ = former.setAside(isImported: true)
    #expect(folder.names == ["articles.json.damaged"])
  }

  @Test("a file of something else is left alone")
  func other() async throws {
    for text in ["", "[]", #"[{"id": "a1"}, {"id": "a2"}]"#, "{\"theme\":\n \"dark\"}"] {
      let folder = try TemporaryFolder()
      try folder.save(bytes: Array(text.utf8), to: "articles.json")
      let cache = SQLiteCache(patience: 600)
      #expect(try await cache.open(folder.collection()).notice == nil)
      await cache.close()
      #expect(folder.bytes(of: "articles.json") == Array(text.utf8))
    }
  }
}
