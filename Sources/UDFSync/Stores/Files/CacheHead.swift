import Foundation

/// What a cache's file says of itself, and of the last commit but for rows and outbox.
struct CacheHead: Codable {
  /// Whoever changes what stands in the files counts on. Every format begins with a head like this.
  static let format = 1

  var format = CacheHead.format
  var collection: String
  var key: String
  var schema: Int
  var client: String
  var revision: Int64
  var isSeeded: Bool
  var token: String?
  var etag: String?
  var syncedAt: Double?
  var lastMutation: Int64
  var lastSent: Int64

  init(_ contents: CacheContents, of collection: SyncCollection) {
    self.collection = collection.name
    key = collection.key
    schema = collection.schema
    client = contents.client
    revision = contents.revision
    isSeeded = contents.isSeeded
    token = contents.token
    etag = contents.etag
    // JSON knows no other; a time that is none says that rows are stale, as no time does.
    syncedAt = contents.syncedAt.flatMap { $0.isFinite ? $0 : nil }
    lastMutation = contents.lastMutation
    lastSent = contents.lastSent
  }

  /// Reads a head, and throws one that is not for this collection and this code.
  init(_ json: [UInt8], of collection: SyncCollection, in file: String) throws(CacheFailure) {
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
    guard head.collection == collection.name, head.key == collection.key else {
      throw .corrupt(
        file, "it holds “\(head.collection)” by “\(head.key)”, not “\(collection.name)” by “\(collection.key)”")
    }
    guard head.schema <= collection.schema else {
      throw .newer(file, "has rows of schema \(head.schema), and this app knows those up to \(collection.schema)")
    }
    self = head
  }

  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func contents(outbox: [Mutation], deadLetters: [DeadLetter], hasRows: Bool) -> CacheContents {
    var contents = CacheContents(client: client)
    contents.revision = revision
    contents.isSeeded = isSeeded
    contents.hasRows = hasRows
    contents.token = token
    contents.etag = etag
    contents.syncedAt = syncedAt
    contents.lastMutation = lastMutation
    contents.lastSent = lastSent
    contents.outbox = outbox
    contents.deadLetters = deadLetters
    return contents
  }
}
