import Foundation
import UDF

/// What a cache's file says of itself, and of the last commit but for rows and outbox.
struct CacheHead: Codable, Equatable {
  /// Whoever changes what stands in the files counts on. Every format begins with a head like this.
  ///
  /// Format 2 has the client name and the number in the record of each mutation; format 1 has one name for all in the head, and
  /// a mutation's number is its id.
  static let format = 2

  var format = CacheHead.format
  var collection: String
  var key: String
  var schema: Int
  /// Of format 1 only.
  var client: String?
  var revision: Int64
  var isSeeded: Bool
  var token: String?
  var etag: String?
  var epoch: String?
  var syncedAt: Double?
  var lastMutation: Int64
  var lastSent: Int64
  /// See ``CacheContents/unmade``; nil: none.
  private var unmade: [Int64]?
  /// Old keys, each with the new one as JSON.
  private var aliases: [[String]]?

  init(_ contents: CacheContents, of collection: SyncCollection) {
    self.collection = collection.name
    key = collection.key
    schema = contents.formerSchema ?? collection.schema
    revision = contents.revision
    isSeeded = contents.isSeeded
    token = contents.token
    etag = contents.etag
    epoch = contents.epoch
    // JSON knows no other; a time that is none says that rows are stale, as no time does.
    syncedAt = contents.syncedAt.flatMap { $0.isFinite ? $0 : nil }
    lastMutation = contents.lastMutation
    lastSent = contents.lastSent
    unmade = contents.unmade.isEmpty ? nil : contents.unmade.sorted()
    guard !contents.aliases.isEmpty else { return }
    aliases = contents.aliases.all.map { [$0.old.description, String(decoding: $0.new.json, as: UTF8.self)] }
  }

  /// Reads a head, and throws one that is not for this collection and this code.
  init(_ json: [UInt8], of collection: SyncCollection, in file: String) throws(CacheFailure) {
    let head = try CacheHead(json, in: file)
    guard head.isFor(collection) else {
      throw CacheFailure(
        .corrupt,
        "\(file): holds “\(head.collection)” by “\(head.key)”, not “\(collection.name)” by “\(collection.key)”; "
          + "put it aside and begin anew")
    }
    guard head.schema <= collection.schema else {
      throw .newer(file, "has rows of schema \(head.schema), and this app knows those up to \(collection.schema)")
    }
    self = head
  }

  /// Reads the head of any collection.
  init(_ json: [UInt8], in file: String) throws(CacheFailure) {
    struct Format: Decodable { let format: Int }
    let decoder = JSONDecoder()
    guard let format = try? decoder.decode(Format.self, from: Data(json)).format else {
      throw .corrupt(file, "its head is none")
    }
    guard format <= CacheHead.format else {
      throw .newer(file, "has format \(format), and this app knows those up to \(CacheHead.format)")
    }
    guard let head = try? decoder.decode(CacheHead.self, from: Data(json)) else {
      throw .corrupt(file, "its head is none")
    }
    guard head.format > 1 || head.client != nil else { throw .corrupt(file, "its head is none") }
    // Counting on from a larger number would overflow.
    guard [head.revision, head.lastMutation, head.lastSent].allSatisfy(Mutation.ids.contains) else {
      throw .corrupt(file, "a number in its head is out of range")
    }
    self = head
  }

  private func isFor(_ collection: SyncCollection) -> Bool {
    self.collection == collection.name && key == collection.key
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// What a file with this head holds besides rows; outbox and dead letters are still empty.
  func contents(for collection: SyncCollection, hasRows: Bool) -> CacheContents {
    var contents = CacheContents()
    if schema < collection.schema { contents.formerSchema = schema }
    contents.revision = revision
    contents.isSeeded = isSeeded
    contents.hasRows = hasRows
    contents.token = token
    contents.etag = etag
    contents.epoch = epoch
    contents.syncedAt = syncedAt
    contents.lastMutation = lastMutation
    contents.lastSent = lastSent
    contents.unmade = Set(unmade ?? [])
    contents.aliases = KeyAliases(
      (aliases ?? []).compactMap { alias in
        guard alias.count == 2 else { return nil }
        return KeyAlias(EntityKey(alias[0]), row: Array("{\"key\":\(alias[1])}".utf8), field: "key")
      })
    return contents
  }

  /// What a collection that begins anew keeps of a file with this head.
  ///
  /// Rows of another name or key field cannot be changed as they were to be, so what waits becomes dead letters: it is
  /// not sent, and not lost. What the server has made already needs no care.
  func salvaged(_ pending: PendingRecords, for collection: SyncCollection) -> KeptChanges {
    let (mutations, deadLetters) = pending.read(client ?? .randomClient())
    guard !isFor(collection) else {
      return KeptChanges(
        contents(for: collection, hasRows: false).salvaged, mutations: mutations, deadLetters: deadLetters)
    }
    let message = """
      it was for “\(self.collection)” by “\(key)”, and this app has “\(collection.name)” by “\(collection.key)”; make it \
      again
      """
    let now = SystemSyncClock().wall
    let unsent = mutations.filter { !$0.isAcknowledged }.map {
      DeadLetter($0, code: "key", message: message, since: now)
    }
    return KeptChanges(
      orphans: [], deadLetters: (deadLetters + unsent).sorted { $0.mutation.id < $1.mutation.id })
  }
}
