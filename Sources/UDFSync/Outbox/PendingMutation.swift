import UDF

/// What an ``Outbox`` keeps in memory of a mutation: all but its body, which the cache keeps until it is sent or shown.
public struct PendingMutation: Sendable, Hashable {
  /// See ``Mutation/id``.
  public let id: Int64
  /// See ``Mutation/client``.
  public internal(set) var client: String
  /// See ``Mutation/number``.
  public let number: Int64
  public let operation: Mutation.Operation
  public let key: EntityKey
  /// How many bytes the mutation takes in a push request, at most.
  public let bytes: Int
  /// See ``Mutation/isAcknowledged``.
  public var isAcknowledged: Bool
  /// See ``Mutation/rowChecksum``.
  public var rowChecksum: Int64?

  public init(_ mutation: Mutation) {
    id = mutation.id
    client = mutation.client
    number = mutation.number
    operation = mutation.operation
    key = mutation.key
    bytes = mutation.requestBytes
    isAcknowledged = mutation.isAcknowledged
    rowChecksum = mutation.rowChecksum
  }

  private init(_ letter: PendingMutation, _ revival: Revival, bytes: Int) {
    id = revival.id
    client = revival.client
    number = revival.number
    operation = letter.operation
    key = letter.key
    self.bytes = bytes
    isAcknowledged = false
  }

  /// The new mutation that a dead letter becomes.
  func revived(by revival: Revival) -> PendingMutation {
    let body = revival.body.map { Mutation(revival, operation, key, body: $0).requestBytes }
    return PendingMutation(self, revival, bytes: body ?? bytes)
  }

  /// The same mutation under this client name if it has none, as in format 1 of the files.
  func named(_ former: String) -> PendingMutation {
    var mutation = self
    if client.isEmpty { mutation.client = former }
    return mutation
  }

  /// Whether the mutation decides alone what its row is shown as, whatever was before it.
  var replacesRow: Bool { operation != .patch }
}

extension Mutation {
  /// How many bytes the mutation takes in a ``PushRequest``, at most.
  var requestBytes: Int {
    // The names of its members, the longest number and the longest operation.
    let frame = #","{"id":-9223372036854775808,"op":"delete","key":,"row":}"#.utf8.count
    return frame + key.description.quotedBytes + (body?.count ?? 0)
  }
}

extension String {
  /// How many bytes the text has as a JSON string, at most.
  fileprivate var quotedBytes: Int {
    utf8.reduce(2) { bytes, byte in
      switch byte {
      case 0..<0x20, 0x7f: bytes + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes + 2
      default: bytes + 1
      }
    }
  }
}
