import UDF

extension Mutation {
  /// The change that a mutation makes to one row.
  public struct Part: Sendable, Hashable {
    public let operation: Operation
    public let key: RowKey
    /// One JSON object in UTF-8; nil for ``Operation/delete``, and also in an ``Outbox``, whose bodies are in the
    /// cache.
    public let body: [UInt8]?
    /// The checksum of the row that the server returned when it acknowledged the mutation; nil: it returned none. A row with this
    /// checksum shows the part already.
    public internal(set) var rowChecksum: Int64?

    public init(_ operation: Operation, _ key: RowKey, body: [UInt8]? = nil) {
      self.operation = operation
      self.key = key
      self.body = body
    }

    /// The part without its body, as an ``Outbox`` keeps it.
    var withoutBody: Part {
      var part = Part(operation, key)
      part.rowChecksum = rowChecksum
      return part
    }

    /// Applies the part to a row's body; nil means that there is no row.
    func applied(to row: [UInt8]?, _ merge: RowMerge) -> [UInt8]? {
      switch operation {
      case .put: return body
      case .delete: return nil
      case .patch:
        guard let row, let patch = body else { return row }
        // A patch that does not fit the server's new row leaves it unchanged. This can happen with the merge function
        // of an adapter.
        return (try? merge(row, patch)) ?? row
      }
    }
  }
}

extension Collection<Mutation.Part> {
  /// The keys of the rows, without duplicates.
  var keys: [RowKey] {
    guard count > 1 else { return map(\.key) }
    var seen: Set<RowKey> = []
    return map(\.key).filter { seen.insert($0).inserted }
  }

  /// The collections of the rows, without duplicates.
  var collections: Set<String> { Set(lazy.map(\.key.collection)) }

  /// Whether the parts determine the row completely, whatever it was before.
  func replaceRow(_ key: RowKey) -> Bool { contains { $0.key == key && $0.operation != .patch } }
}
