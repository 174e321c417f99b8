import Foundation
import UDF

/// An open file of a ``JSONCache``: what a ``MemoryCache`` is, and a file that is written with each commit.
final class JSONFile: CacheFile {
  static let suffix = "json"
  static let companions: [String] = []

  private struct Row: Codable {
    var key: String
    var version: Int64
    var body: String?
    var revision: Int64
  }

  private let path: String
  private let collection: SyncCollection
  private var table: CacheTable

  init(at path: String, of collection: SyncCollection, patience: Double) throws(CacheFailure) {
    self.path = path
    self.collection = collection
    let document = JSONDocument(try WholeFile.read(path))
    guard let json = document[.head] else { throw .corrupt(path, "its head is not as it was written") }
    let head = try CacheHead(json, of: collection, in: path)
    guard let outbox = JSONFile.mutations(document[.outbox]), let letters = JSONFile.mutations(document[.deadLetters]),
      let rows = document[.rows].flatMap({ try? JSONDecoder().decode([Row].self, from: Data($0)) })
    else { throw .corrupt(path, "it is not as it was written") }
    var contents = head.contents(
      outbox: outbox.map(\.mutation), deadLetters: letters.map(\.deadLetter), hasRows: !rows.isEmpty)
    guard head.schema == collection.schema else {
      contents.startOver(from: head.schema, to: collection.schema, in: path)
      table = CacheTable(contents, rows: [])
      try JSONFile.write(table, at: path, of: collection)
      return
    }
    table = CacheTable(
      contents,
      rows: rows.map {
        StoredRow(EntityKey($0.key), version: $0.version, body: $0.body.map { Array($0.utf8) }, revision: $0.revision)
      })
  }

  static func make(at path: String, _ contents: CacheContents, of collection: SyncCollection) throws(CacheFailure) {
    try write(CacheTable(contents, rows: []), at: path, of: collection)
  }

  static func salvage(at path: String, of collection: SyncCollection) throws(CacheFailure) -> CacheContents {
    let document = JSONDocument(try WholeFile.read(path))
    let outbox = mutations(document[.outbox])?.map(\.mutation) ?? []
    let deadLetters = mutations(document[.deadLetters])?.map(\.deadLetter) ?? []
    guard let head = document[.head].flatMap({ try? CacheHead($0, in: path) }) else {
      return CacheContents(orphans: outbox, deadLetters: deadLetters)
    }
    return head.salvaged(outbox: outbox, deadLetters: deadLetters, for: collection)
  }

  var contents: CacheContents { table.contents }
  func rows(after position: RowPosition, limit: Int) -> [StoredRow] { table.rows(after: position, limit: limit) }
  func rows(of keys: [EntityKey]) -> [StoredRow] { table.rows(of: keys) }
  func firstRows(_ count: Int) -> [StoredRow] { table.firstRows(count, by: collection.sort) }

  func commit(_ write: CacheWrite) throws(CacheFailure) -> Int64 {
    var next = table
    let revision = next.commit(write)
    let isSame =
      write.rows != .swap && write.rows != .clear && !next.contents.differs(from: table.contents)
      && next.rows(after: RowPosition(revision: revision - 1), limit: 1).isEmpty
    if !isSame { try JSONFile.write(next, at: path, of: collection) }
    table = next
    return revision
  }

  func close() {}

  // MARK: the file

  private static func write(
    _ table: CacheTable, at path: String, of collection: SyncCollection
  ) throws(CacheFailure) {
    let rows = table.allRows.sorted { $0.key < $1.key }.map {
      Row(
        key: $0.key.description, version: $0.version, body: $0.body.map { String(decoding: $0, as: UTF8.self) },
        revision: $0.revision)
    }
    let contents = table.contents
    let document = JSONDocument([
      .head: Array(CacheHead(contents, of: collection).json.utf8),
      .outbox: json(contents.outbox.map { MutationRecord($0) }),
      .deadLetters: json(contents.deadLetters.map { MutationRecord($0) }),
      .rows: json(rows),
    ])
    try WholeFile.write(document.bytes, to: path)
  }

  private static func json(_ values: [some Encodable]) -> [UInt8] {
    (try? JSONEncoder().encode(values)).map(Array.init) ?? []
  }

  private static func mutations(_ json: [UInt8]?) -> [MutationRecord]? {
    json.flatMap { try? JSONDecoder().decode([MutationRecord].self, from: Data($0)) }
  }
}
