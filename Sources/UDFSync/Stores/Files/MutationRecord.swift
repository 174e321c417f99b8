import Foundation
import UDF

/// A mutation as JSON, and why the server has refused it if it has.
struct MutationRecord: Codable {
  private let id: Int64
  /// nil in format 1: the head has the name, and the number is the id.
  let client: String?
  private let number: Int64?
  private let operation: Mutation.Operation
  private let key: String
  private let body: String?
  let isAcknowledged: Bool?
  private let rowChecksum: Int64?
  private let code: String?
  private let message: String?
  /// See ``DeadLetter/since``.
  private let since: Double?

  init(_ mutation: Mutation, code: String? = nil, message: String? = nil, since: Double? = nil) {
    id = mutation.id
    client = mutation.client
    number = mutation.number
    operation = mutation.operation
    key = mutation.key.description
    body = mutation.body.map { String(decoding: $0, as: UTF8.self) }
    isAcknowledged = mutation.isAcknowledged ? true : nil
    rowChecksum = mutation.rowChecksum
    self.code = code
    self.message = message
    // JSON has no other numbers.
    self.since = since.flatMap { $0.isFinite ? $0 : nil }
  }

  init(_ letter: DeadLetter) {
    self.init(letter.mutation, code: letter.code, message: letter.message, since: letter.since)
  }

  /// nil if a text is none of these.
  init?(_ json: [UInt8]) {
    guard let record = try? JSONDecoder().decode(MutationRecord.self, from: Data(json)),
      record.isInRange
    else { return nil }
    self = record
  }

  /// The records of a list; nil if the text is something else.
  static func list(_ json: [UInt8]) -> [MutationRecord]? {
    guard let records = try? JSONDecoder().decode([MutationRecord].self, from: Data(json)),
      records.allSatisfy(\.isInRange)
    else { return nil }
    return records
  }

  var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// The mutation; the client name is `former` in format 1.
  func mutation(_ former: String) -> Mutation {
    var mutation = Mutation(
      id: id, client: client ?? former, number: number, operation, EntityKey(key), body: body.map { Array($0.utf8) })
    if isAcknowledged == true { mutation.acknowledge(rowChecksum: rowChecksum) }
    return mutation
  }

  func deadLetter(_ former: String) -> DeadLetter {
    DeadLetter(mutation(former), code: code ?? "", message: message ?? "", since: since)
  }

  private var isInRange: Bool { Mutation.ids.contains(id) && Mutation.ids.contains(number ?? id) }
}
