import Foundation
import UDF

/// A mutation as JSON; for a dead letter, with the reason of the refusal.
struct MutationRecord: Codable {
  private struct Part: Codable {
    let operation: Mutation.Operation
    /// nil for a collection that has an address of its own.
    let collection: String?
    let key: String
    let body: String?
    let rowChecksum: Int64?

    var rowKey: RowKey { RowKey(key, in: collection ?? "") }
  }

  private let id: Int64
  /// nil in format 1: the head has the name, and the number is the id.
  let client: String?
  private let number: Int64?
  /// The members of a single part are members of the record; several parts are a list.
  private let parts: OneOrMore<Part>
  let isAcknowledged: Bool?
  private let code: String?
  private let message: String?
  /// See ``DeadLetter/since``.
  private let since: Double?

  private enum CodingKeys: CodingKey { case id, client, number, all, isAcknowledged, code, message, since }

  init(from decoder: any Decoder) throws {
    let record = try decoder.container(keyedBy: CodingKeys.self)
    id = try record.decode(Int64.self, forKey: .id)
    client = try record.decodeIfPresent(String.self, forKey: .client)
    number = try record.decodeIfPresent(Int64.self, forKey: .number)
    parts = try record.decodeIfPresent(OneOrMore<Part>.self, forKey: .all) ?? OneOrMore(Part(from: decoder))
    isAcknowledged = try record.decodeIfPresent(Bool.self, forKey: .isAcknowledged)
    code = try record.decodeIfPresent(String.self, forKey: .code)
    message = try record.decodeIfPresent(String.self, forKey: .message)
    since = try record.decodeIfPresent(Double.self, forKey: .since)
  }

  func encode(to encoder: any Encoder) throws {
    if parts.count == 1 { try parts.head.encode(to: encoder) }
    var record = encoder.container(keyedBy: CodingKeys.self)
    try record.encode(id, forKey: .id)
    try record.encodeIfPresent(client, forKey: .client)
    try record.encodeIfPresent(number, forKey: .number)
    if parts.count > 1 { try record.encode(parts, forKey: .all) }
    try record.encodeIfPresent(isAcknowledged, forKey: .isAcknowledged)
    try record.encodeIfPresent(code, forKey: .code)
    try record.encodeIfPresent(message, forKey: .message)
    try record.encodeIfPresent(since, forKey: .since)
  }

  init(_ mutation: Mutation, code: String? = nil, message: String? = nil, since: Double? = nil) {
    id = mutation.id
    client = mutation.client
    number = mutation.number
    parts = mutation.parts.mapped { part in
      Part(
        operation: part.operation, collection: part.key.collection.isEmpty ? nil : part.key.collection,
        key: part.key.key.description,
        body: part.body.map { String(decoding: $0, as: UTF8.self) }, rowChecksum: part.rowChecksum)
    }
    isAcknowledged = mutation.isAcknowledged ? true : nil
    self.code = code
    self.message = message
    // JSON has only finite numbers.
    self.since = since.flatMap { $0.isFinite ? $0 : nil }
  }

  init(_ letter: DeadLetter) {
    self.init(letter.mutation, code: letter.code, message: letter.message, since: letter.since)
  }

  /// Reads a record; nil if the text is not a valid record.
  init?(_ json: [UInt8]) {
    guard let record = try? JSONDecoder().decode(MutationRecord.self, from: Data(json)), record.isInRange
    else { return nil }
    self = record
  }

  /// Returns the records of a list; nil if the text is not a valid list.
  static func list(_ json: [UInt8]) -> [MutationRecord]? {
    guard let records = try? JSONDecoder().decode([MutationRecord].self, from: Data(json)),
      records.allSatisfy(\.isInRange)
    else { return nil }
    return records
  }

  var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// Returns the mutation. In format 1, its client name is `former`.
  func mutation(_ former: String) -> Mutation {
    var mutation = Mutation(
      id: id, client: client ?? former, number: number,
      parts.mapped { Mutation.Part($0.operation, $0.rowKey, body: $0.body.map { Array($0.utf8) }) })
    if isAcknowledged == true { mutation.acknowledge(rowChecksums: parts.map(\.rowChecksum)) }
    return mutation
  }

  func deadLetter(_ former: String) -> DeadLetter {
    DeadLetter(mutation(former), code: code ?? "", message: message ?? "", since: since)
  }

  private var isInRange: Bool { Mutation.ids.contains(id) && Mutation.ids.contains(number ?? id) }
}
