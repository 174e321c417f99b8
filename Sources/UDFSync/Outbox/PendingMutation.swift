import UDF

/// A mutation without its body, as an ``Outbox`` keeps it in memory. The cache keeps the body.
public struct PendingMutation: Sendable, Hashable {
  /// See ``Mutation/id``.
  public let id: Int64
  /// See ``Mutation/client``.
  public internal(set) var client: String
  /// See ``Mutation/number``.
  public let number: Int64
  /// See ``Mutation/parts``; their bodies are nil.
  public internal(set) var parts: OneOrMore<Mutation.Part>
  /// The maximum size of the mutation in a push request, in bytes.
  public let bytes: Int
  /// See ``Mutation/isAcknowledged``.
  public var isAcknowledged: Bool

  public init(_ mutation: Mutation) {
    id = mutation.id
    client = mutation.client
    number = mutation.number
    parts = mutation.parts.mapped(\.withoutBody)
    bytes = mutation.requestBytes
    isAcknowledged = mutation.isAcknowledged
  }

  private init(_ letter: PendingMutation, _ revival: Revival) {
    id = revival.id
    client = revival.client
    number = revival.number
    parts = letter.parts
    bytes = letter.bytes
    isAcknowledged = false
  }

  /// Returns the new mutation that replaces the dead letter.
  func revived(by revival: Revival) -> PendingMutation {
    revival.parts.map { PendingMutation(Mutation(revival, $0)) } ?? PendingMutation(self, revival)
  }

  /// The mutation without an acknowledgement, as a dead letter keeps it.
  var unsent: PendingMutation {
    var mutation = self
    mutation.isAcknowledged = false
    for index in parts.indices { mutation.parts[index].rowChecksum = nil }
    return mutation
  }

  /// Returns the mutation with this client name if it has none, as in format 1 of the files.
  func named(_ former: String) -> PendingMutation {
    var mutation = self
    if client.isEmpty { mutation.client = former }
    return mutation
  }

  /// ``Mutation/Part/rowChecksum`` of the last part that changes a row.
  func rowChecksum(of key: RowKey) -> Int64? { parts.last { $0.key == key }?.rowChecksum }

  /// The rows as messages name them: `"a1", "a2"` and the number of further ones.
  var rowNames: String {
    let keys = parts.keys
    return keys.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
      + (keys.count > 3 ? " and \(keys.count - 3) more" : "")
  }
}

extension Mutation {
  /// The maximum size of the mutation in a ``PushRequest``, in bytes.
  var requestBytes: Int {
    // The member names, the longest number and the longest operation.
    let frame = #","{"id":-9223372036854775808,"op":"delete","key":,"row":}"#.utf8.count
    return parts.reduce(0) { bytes, part in
      let name = part.key.collection
      let named = name.isEmpty ? 0 : #""collection":,"#.utf8.count + name.quotedBytes
      return bytes + frame + named + part.key.key.description.quotedBytes + (part.body?.count ?? 0)
    }
  }
}

extension String {
  /// The maximum size of the text as a JSON string, in bytes.
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
