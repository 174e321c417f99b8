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
  private let outbox = [2, 3].map { Mutation(id: $0, client: "ann", .delete, RowKey("a\($0)")) }
  private let deadLetters = [
    DeadLetter(Mutation(id: 1, client: "ann", .delete, RowKey("a1")), code: "gone", message: "it is gone")
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

  private func open() async throws -> KeptChanges {
    let cache = SQLiteCache(patience: 600)
    let contents = try await cache.open(folder.collection())
    let mutations = try await cache.outbox(of: contents)
    let kept = KeptChanges(contents, mutations: mutations, deadLetters: try await cache.letters(of: contents))
    await cache.close()
    return kept
  }

  @Test("its pending changes are imported once, and the file is kept under another name")
  func imported() async throws {
    let bytes = Array(try (lines() + [Array("]\n".utf8)]).joined(separator: [0x0A]))
    try folder.save(bytes: bytes, to: "articles.json")
    let kept = try await open()
    let contents = kept.contents
    #expect(kept.mutations == outbox)
    #expect(kept.deadLetters == deadLetters)
    #expect(contents.lastMutation == 3)
    #expect(contents.token == nil && !contents.hasRows)
    #expect(
      contents.notice == """
        \(folder.path)/articles.json: was a cache of an earlier version; it is now \(folder.path)/articles.json.imported, \
        and all rows are fetched again. Changes that were kept: 2 pending, 1 refused
        """)
    #expect(folder.bytes(of: "articles.json.imported") == bytes)
    let again = try await open()
    #expect(again.mutations == outbox && again.contents.notice == nil)
    #expect(folder.names == ["articles.json.imported", "articles.sqlite"])
  }

  /// Makes the file with these lines.
  private func write(_ lines: [[UInt8]]) throws {
    try folder.save(bytes: Array(lines.joined(separator: [0x0A])), to: "articles.json")
  }

  @Test("the intact parts of a damaged file are imported, and the file is kept as damaged")
  func damaged() async throws {
    var lines = try lines()
    lines[0][30] ^= 1
    lines[2][30] ^= 1
    try write(lines)
    let kept = try await open()
    let contents = kept.contents
    // Nobody knows the name any more that they were sent under.
    let name = try #require(kept.mutations.first?.client)
    #expect(name != "ann")
    #expect(kept.mutations == [2, 3].map { Mutation(id: $0, client: name, .delete, RowKey("a\($0)")) })
    #expect(contents.deadLetters.isEmpty)
    #expect(
      contents.notice == """
        \(folder.path)/articles.json: was a cache of an earlier version, and a part of it is damaged; it is now \
        \(folder.path)/articles.json.damaged, and all rows are fetched again. Changes that were kept: 2 pending, \
        0 refused
        """)
    #expect(folder.names == ["articles.json.damaged", "articles.sqlite"])
  }

  @Test("a truncated file is damaged")
  func torn() async throws {
    try write(Array(try lines().prefix(2)))
    let kept = try await open()
    let contents = kept.contents
    #expect(kept.mutations == outbox && contents.deadLetters.isEmpty)
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
      #expect(contents.outbox.isEmpty)
      #expect(try await cache.letters(of: contents) == deadLetters)
      await cache.close()
      #expect(folder.bytes(of: "articles.json.damaged") == bytes)
    }
    try write(lines(lastMutation: .max))
    #expect(try await open().contents.lastMutation == 3)
  }

  @Test("while an earlier version uses the file, it is busy, and no file is made")
  func busy() async throws {
    try write(lines())
    var lock = Descriptor("\(folder.path)/articles.json.lock", O_RDWR | O_CREAT)
    #expect(flock(try #require(lock).number, LOCK_EX | LOCK_NB) == 0)
    let cache = SQLiteCache(patience: 0)
    let failure = await #expect(throws: CacheFailure.self) { try await cache.open(folder.collection()) }
    #expect(failure?.code == .busy)
    #expect(folder.names == ["articles.json"])
    lock = nil
    #expect(try await open().mutations == outbox)
  }

  @Test("a file beside a newer cache is renamed without an import, and replaces no earlier file")
  func late() async throws {
    try write(lines())
    #expect(try await open().mutations == outbox)
    var late = try lines(Array("[]".utf8))
    try write(late)
    let kept = try await open()
    let contents = kept.contents
    #expect(kept.mutations == outbox)
    #expect(
      contents.notice == """
        \(folder.path)/articles.json: was a cache of an earlier version; it is now \
        \(folder.path)/articles.json.imported-2. Nothing was imported, because a newer cache exists
        """)
    late[0][30] ^= 1
    try write(late)
    _ = try await open()
    #expect(
      folder.names == [
        "articles.json.damaged", "articles.json.imported", "articles.json.imported-2", "articles.sqlite",
      ])
  }

  @Test("a pipe, a folder and a large file with other content are not read")
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

  @Test("of a sparse file, no more is read than a cache could have")
  func sparse() async throws {
    try write(Array(try lines().prefix(1)))
    truncate("\(folder.path)/articles.json", 1 << 40)
    let former = try #require(try FormerJSONCache(of: folder.collection(), patience: 0, limit: 1 << 16))
    #expect(former.kept.mutations.isEmpty)
    _ = former.setAside(isImported: true)
    #expect(folder.names == ["articles.json.damaged"])
  }

  @Test("a file with other content is not changed")
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
