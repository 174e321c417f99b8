import UDF

/// A change that the app made to one row or to several rows as a whole, and that the server must make too.
///
/// A mutation stays in the outbox until the server has made it and a pull has delivered its outcome. Until then the
/// engine applies the mutation to the rows that it delivers.
///
/// ``client`` and ``number`` identify a mutation permanently: every copy of a cache contains them, and the engine sends
/// them each time it sends the mutation. So a server makes each mutation once, even if a backup of the cache was
/// restored, the cache was copied, or the end of its log was lost.
public struct Mutation: Sendable, Hashable {
  public enum Operation: String, Sendable, Hashable, CaseIterable, Codable {
    /// The row becomes ``Mutation/Part/body``.
    case put
    /// ``Mutation/Part/body`` is merged into the row (RFC 7396). Without such a row it has no effect.
    case patch
    /// The row is deleted.
    case delete
  }

  /// The maximum number of parts of a mutation.
  public static let mostParts = 256

  /// The mutation's position in this cache: larger than the id of any earlier mutation. The app identifies a mutation
  /// by its id; the server does not receive it.
  public let id: Int64
  /// The random name of the opening of the cache in which the app made the mutation.
  public let client: String
  /// Counts the mutations of ``client`` from 1. The protocol calls it `id`. A server makes a client's mutations in this order;
  /// numbers may be missing.
  public let number: Int64
  /// The changes of rows, in this order. The server makes all of them or none.
  public internal(set) var parts: OneOrMore<Part>
  /// Whether the server has answered that it made the mutation, but no pull has delivered the outcome yet.
  public var isAcknowledged = false

  /// Makes a mutation. Its number is its `id` unless one is given.
  public init(id: Int64, client: String, number: Int64? = nil, _ parts: OneOrMore<Part>) {
    self.id = id
    self.client = client
    self.number = number ?? id
    self.parts = parts
  }

  /// Makes a mutation of one row. Its number is its `id` unless one is given.
  public init(
    id: Int64, client: String, number: Int64? = nil, _ operation: Operation, _ key: RowKey, body: [UInt8]? = nil
  ) {
    self.init(id: id, client: client, number: number, OneOrMore(Part(operation, key, body: body)))
  }

  /// The valid ids and numbers in a file. The engine increments them and does not reach the end of the range.
  static let ids = 0..<Int64.max / 2

  /// Records that the server has made the mutation.
  ///
  /// - Parameter rowChecksums: ``Part/rowChecksum`` of each part; empty: no part has one.
  mutating func acknowledge(rowChecksums: [Int64?] = []) {
    isAcknowledged = true
    for index in parts.indices {
      parts[index].rowChecksum = rowChecksums.indices.contains(index) ? rowChecksums[index] : nil
    }
  }

  /// The same mutation, without an acknowledgement.
  var unsent: Mutation { changed(to: parts.mapped { Part($0.operation, $0.key, body: $0.body) }) }

  /// Applies the mutation to the body of the row with a key; nil means that there is no row.
  func applied(to row: [UInt8]?, of key: RowKey, _ merge: RowMerge) -> [UInt8]? {
    parts.reduce(row) { row, part in part.key == key ? part.applied(to: row, merge) : row }
  }

  /// The same mutation with other parts. It keeps its identity, so the server must not have seen it.
  func changed(to parts: OneOrMore<Part>) -> Mutation {
    Mutation(id: id, client: client, number: number, parts)
  }

  /// The mutation with only the parts that change one of its rows.
  func only(_ key: RowKey) -> Mutation {
    changed(to: OneOrMore(parts.filter { $0.key == key }) ?? parts)
  }
}
