import UDF

/// A change that the app made to a row and that the server has to make, too.
///
/// A mutation stays in the outbox until the server has made it and a pull has brought its outcome. Until then the engine shows
/// rows as if the mutation were done.
///
/// ``client`` and ``number`` identify a mutation for ever: every copy of a cache holds them, and the engine sends the mutation
/// with them however often it sends it. So a server makes each mutation once, also where a backup of the cache was restored, the
/// cache was copied, or the end of its log was lost.
public struct Mutation: Sendable, Hashable {
  public enum Operation: String, Sendable, Hashable, CaseIterable, Codable {
    /// The row becomes ``Mutation/body``.
    case put
    /// ``Mutation/body`` is merged into the row (RFC 7396); nothing happens if there is no such row.
    case patch
    /// The row goes.
    case delete
  }

  /// The mutation's place in this cache: larger than the id of any mutation before it. The app identifies a mutation by it; the
  /// server does not see it.
  public let id: Int64
  /// The random name of the opening of the cache in which the app made the mutation.
  public let client: String
  /// Counts the mutations of ``client`` from 1. The protocol calls it `id`. A server makes a client's mutations in this order;
  /// numbers may be missing.
  public let number: Int64
  public let operation: Operation
  public let key: EntityKey
  /// One JSON object in UTF-8; nil for ``Operation/delete``.
  public let body: [UInt8]?
  /// Whether the server has answered that it made the mutation, and no pull has brought the outcome yet.
  public var isAcknowledged = false
  /// The checksum of the row that the server returned when it acknowledged the mutation; nil: it returned none. A row with this
  /// checksum shows the mutation already.
  public var rowChecksum: Int64?

  /// - Parameter number: `id` unless given.
  public init(
    id: Int64, client: String, number: Int64? = nil, _ operation: Operation, _ key: EntityKey, body: [UInt8]? = nil
  ) {
    self.id = id
    self.client = client
    self.number = number ?? id
    self.operation = operation
    self.key = key
    self.body = body
  }

  /// The ids and numbers that a file may hold. The engine counts them up and does not come near the end.
  static let ids = 0..<Int64.max / 2

  /// Notes that the server has made the mutation.
  mutating func acknowledge(rowChecksum: Int64?) { (isAcknowledged, self.rowChecksum) = (true, rowChecksum) }

  /// The same mutation, not acknowledged.
  var unsent: Mutation { changed(to: operation, body: body) }

  /// What the mutation makes of a row's body; nil: there is no row.
  func applied(to row: [UInt8]?, _ merge: RowMerge) -> [UInt8]? {
    switch operation {
    case .put: return body
    case .delete: return nil
    case .patch:
      guard let row, let patch = body else { return row }
      // A patch that does not fit the server's new row, as with an adapter's own merge, leaves the row as it is.
      return (try? merge(row, patch)) ?? row
    }
  }

  /// The same mutation with another content. It keeps its identity, so the server must not have seen it.
  func changed(to operation: Operation, body: [UInt8]?) -> Mutation {
    Mutation(id: id, client: client, number: number, operation, key, body: body)
  }
}
