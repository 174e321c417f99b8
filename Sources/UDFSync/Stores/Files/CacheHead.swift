import Foundation
import UDF

/// The head record of a cache's file: its format, its collections, and ``CacheContents`` without outbox and dead
/// letters.
struct CacheHead: Codable, Equatable {
  /// The newest format. Each change of the files' contents increments it. Files of every format start with such a head.
  ///
  /// Format 4 is for a file of several collections, see ``SyncDatabase``: it has their names before the keys of rows
  /// and in the parts of mutations. Format 3 adds the filter to the head, because a program that ignores it would treat
  /// some rows as all rows, and mutations of several rows. Format 2 has the client name and the number in the record of
  /// each mutation. Format 1 has one client name in the head, and the number of a mutation is its id.
  static let format = 4
  /// The format of files with one collection.
  static let formatOfOne = 3

  var format: Int
  /// For several collections, ``SyncDatabase/name``.
  var collection: String
  /// The key field; empty for several collections.
  var key: String
  /// 0 for several collections.
  var schema: Int
  /// For several collections: the schemas and the key fields, by the collections' names.
  private var schemas: [String: Int]?
  private var keys: [String: String]?
  /// Only in format 1.
  var client: String?
  var revision: Int64
  var isSeeded: Bool
  /// For several collections: ``CacheContents/seeded``.
  private var seeded: [String]?
  var token: String?
  var etag: String?
  var epoch: String?
  var syncedAt: Double?
  /// nil selects all rows.
  var filter: CacheFilter?
  var lastMutation: Int64
  var lastSent: Int64
  /// See ``CacheContents/unmade``; nil: none.
  private var unmade: [Int64]?
  /// The old keys, each with the new key as JSON.
  private var aliases: [[String]]?

  init(_ contents: CacheContents, of database: SyncDatabase) {
    let isNamed = database.isNamed
    format = isNamed ? CacheHead.format : CacheHead.formatOfOne
    collection = database.name
    let one = database.collections.head
    key = isNamed ? "" : one.key
    schema = isNamed ? 0 : contents.formerSchemas[""] ?? one.schema
    revision = contents.revision
    isSeeded = contents.isSeeded
    if isNamed {
      schemas = database.schemas.merging(contents.formerSchemas) { $1 }
      keys = Dictionary(database.collections.map { ($0.collection, $0.key) }) { $1 }
      seeded = contents.seeded.sorted()
    }
    token = contents.token
    etag = contents.etag
    epoch = contents.epoch
    // JSON has only finite numbers. A missing time means that the rows are stale, like a time that is not finite.
    syncedAt = contents.syncedAt.flatMap { $0.isFinite ? $0 : nil }
    filter = contents.filter == CacheFilter() ? nil : contents.filter
    lastMutation = contents.lastMutation
    lastSent = contents.lastSent
    unmade = contents.unmade.isEmpty ? nil : contents.unmade.sorted()
    guard !contents.aliases.isEmpty else { return }
    aliases = contents.aliases.all.map { [$0.old.description, String(decoding: $0.new.json, as: UTF8.self)] }
  }

  /// Reads a head. Throws if it belongs to another database or a newer format.
  init(_ json: [UInt8], of database: SyncDatabase, in file: String) throws(CacheFailure) {
    let head = try CacheHead(json, in: file)
    if let other = head.otherKey(than: database) {
      throw CacheFailure(
        .corrupt,
        "\(file): has the rows of “\(other.name)” with the key field “\(other.key)”, not those of "
          + "“\(database.title(of: other.collection))” with “\(database.keyField(of: other.collection))”; move it away to start with a new file"
      )
    }
    for (name, schema) in head.schemasByName.sorted(by: { $0.key < $1.key }) {
      guard let known = database[name]?.schema, schema > known else { continue }
      let rows = name.isEmpty ? "rows" : "rows of \(name)"
      throw .newer(file, "has \(rows) of schema \(schema), and this app supports up to \(known)")
    }
    self = head
  }

  /// Reads the head of any database.
  init(_ json: [UInt8], in file: String) throws(CacheFailure) {
    struct Format: Decodable { let format: Int }
    let decoder = JSONDecoder()
    guard let format = try? decoder.decode(Format.self, from: Data(json)).format else {
      throw .corrupt(file, "its head cannot be read")
    }
    guard format <= CacheHead.format else {
      throw .newer(file, "has format \(format), and this app supports up to \(CacheHead.format)")
    }
    guard let head = try? decoder.decode(CacheHead.self, from: Data(json)) else {
      throw .corrupt(file, "its head cannot be read")
    }
    guard head.format > 1 || head.client != nil else { throw .corrupt(file, "its head cannot be read") }
    // Incrementing a larger number would overflow.
    guard [head.revision, head.lastMutation, head.lastSent].allSatisfy(Mutation.ids.contains) else {
      throw .corrupt(file, "a number in its head is out of range")
    }
    self = head
  }

  private var schemasByName: [String: Int] { schemas ?? ["": schema] }
  private var keysByName: [String: String] { keys ?? ["": key] }

  /// Returns the first collection whose rows have another key field in the database or, for a single collection,
  /// another name; nil if there is none.
  private func otherKey(than database: SyncDatabase) -> (collection: String, name: String, key: String)? {
    let names = keysByName
    guard (keys != nil) == database.isNamed, database.isNamed || collection == database.name else {
      return (database.names[0], collection, key)
    }
    for (name, key) in names.sorted(by: { $0.key < $1.key }) {
      if let other = database[name], other.key != key { return (name, name.isEmpty ? collection : name, key) }
    }
    return nil
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Returns the contents of a file with this head; outbox and dead letters are still empty.
  func contents(for database: SyncDatabase, hasRows: Bool) -> CacheContents {
    var contents = CacheContents()
    contents.formerSchemas = schemasByName.filter { name, schema in database[name].map { schema < $0.schema } ?? false }
    contents.revision = revision
    contents.hasRows = hasRows
    contents.token = token
    contents.etag = etag
    contents.epoch = epoch
    contents.syncedAt = syncedAt
    contents.filter = filter ?? CacheFilter()
    contents.seeded = seeded.map(Set.init) ?? (isSeeded ? [""] : [])
    contents.lastMutation = lastMutation
    contents.lastSent = lastSent
    contents.unmade = Set(unmade ?? [])
    contents.aliases = KeyAliases(
      (aliases ?? []).compactMap { alias in
        guard alias.count == 2 else { return nil }
        return KeyAlias(
          RowKey(stored: alias[0], isNamed: keys != nil), row: Array("{\"key\":\(alias[1])}".utf8), field: "key")
      })
    return contents
  }

  /// Returns the changes that a new file keeps of a file with this head.
  ///
  /// If the name or the key field differs, the pending mutations cannot be applied to the new rows. They become dead
  /// letters, so they are neither sent nor lost. Acknowledged mutations are dropped, because the server has made them.
  func salvaged(_ pending: PendingRecords, for database: SyncDatabase) -> KeptChanges {
    let (mutations, deadLetters) = pending.read(client ?? .randomClient())
    guard let other = otherKey(than: database) else {
      return KeptChanges(
        contents(for: database, hasRows: false).salvaged, mutations: mutations, deadLetters: deadLetters)
    }
    let message = """
      the change was made for “\(other.name)” with the key field “\(other.key)”, but this app has \
      “\(database.title(of: other.collection))” with the key field “\(database.keyField(of: other.collection))”; \
      make the change again
      """
    let now = SystemSyncClock().wall
    let unsent = mutations.filter { !$0.isAcknowledged }.map {
      DeadLetter($0, code: "key", message: message, since: now)
    }
    return KeptChanges(
      orphans: [], deadLetters: (deadLetters + unsent).sorted { $0.mutation.id < $1.mutation.id })
  }
}
