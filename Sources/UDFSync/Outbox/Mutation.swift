import UDF

/// A change made here that the server is to make too.
///
/// It waits in the outbox until the server has it and a pull has brought what came of it; until then rows are shown as if it
/// were done.
public struct Mutation: Sendable, Hashable {
  public enum Operation: String, Sendable, Hashable, CaseIterable, Codable {
    /// The row becomes ``Mutation/body``.
    case put
    /// ``Mutation/body`` is merged into the row (RFC 7396); nothing happens if there is no such row.
    case patch
    /// The row goes.
    case delete
  }

  /// Larger than any before in this cache. A server makes a client's mutations in this order; the first need not be 1.
  public let id: Int64
  public let operation: Operation
  public let key: EntityKey
  /// One JSON object in UTF-8; nil for ``Operation/delete``.
  public let body: [UInt8]?
  /// The server has answered that it has it; it still waits for the pull that brings it.
  public var isAcknowledged = false

  public init(id: Int64, _ operation: Operation, _ key: EntityKey, body: [UInt8]? = nil) {
    self.id = id
    self.operation = operation
    self.key = key
    self.body = body
  }

  /// The ids that a file may hold. Ids are given out by counting, which does not come near the end.
  static let ids = 0..<Int64.max / 2

  /// The same, as if no server had answered for it.
  var unsent: Mutation { Mutation(id: id, operation, key, body: body) }
}
