import Foundation
import Testing
import UDF
import UDFStorage

@testable import UDFSync

@Suite("a cache that an earlier version kept as JSON") struct FormerJSONCacheTests {
  private let folder = TemporaryFolder()
  private let outbox = [Mutation(id: 2, .delete, EntityKey("a2")), Mutation(id: 3, .delete, EntityKey("a3"))]
  private let deadLetters = [DeadLetter(Mutation(id: 1, .delete, EntityKey("a1")), code: "gone", message: "it is gone")]

  /// The lines of such a file: head, outbox, dead letters and rows.
  private func lines() throws -> [[UInt8]] {
    var contents = CacheContents(client: "ann")
    contents.token = "T1"
    contents.lastMutation = 3
    contents.lastSent = 2
    let parts: [[UInt8]] = [
      Array(CacheHead(contents, of: folder.collection()).json.utf8),
      Array(try JSONEncoder().encode(outbox.map { MutationRecord($0) })),
      Array(try JSONEncoder().encode(deadLetters.map { MutationRecord($0) })),
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
    try folder.write(bytes, "articles.json")
    let contents = try await open()
    #expect(contents.outbox == outbox)
    #expect(contents.deadLetters == deadLetters)
    #expect(contents.client == "ann")
    #expect(contents.lastMutation == 3)
    #expect(contents.token == nil && !contents.hasRows)
    #expect(
      contents.notice == """
        \(folder.path)/articles.json: was a cache of an earlier version; it is now \(folder.path)/articles.json.imported, \
        and all rows are fetched anew. Kept were changes that wait: 2, and that were refused: 1
        """)
    #expect(try folder.bytes("articles.json.imported") == bytes)
    let again = try await open()
    #expect(again.outbox == outbox && again.notice == nil)
    #expect(folder.names == ["articles.json.imported", "articles.sqlite"])
  }

  @Test("of a damaged file the parts that are as they were written are taken over")
  func damaged() async throws {
    var lines = try lines()
    lines[0][30] ^= 1
    lines[2][30] ^= 1
    try folder.write(Array(lines.joined(separator: [0x0A])), "articles.json")
    let contents = try await open()
    #expect(contents.outbox == outbox.map(\.unsent))
    #expect(contents.deadLetters.isEmpty)
    #expect(contents.client != "ann")
  }

  @Test("a file of something else is left alone")
  func other() async throws {
    for text in ["", "[]", #"[{"id": "a1"}, {"id": "a2"}]"#, "{\"theme\":\n \"dark\"}"] {
      let folder = TemporaryFolder()
      try folder.write(Array(text.utf8), "articles.json")
      let cache = SQLiteCache(patience: 600)
      #expect(try await cache.open(folder.collection()).notice == nil)
      await cache.close()
      #expect(try folder.bytes("articles.json") == Array(text.utf8))
    }
  }
}
