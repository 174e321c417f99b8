import UDF

/// Identifies a row by its collection and its key in this collection.
///
///     RowKey("a1")                  // the row "a1" of the only collection of an address
///     RowKey("red", in: "tags")     // a row of one of several collections
public struct RowKey: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// See ``SyncCollection/collection``.
  public let collection: String
  public let key: EntityKey

  public init(_ key: EntityKey, in collection: String = "") {
    self.collection = collection
    self.key = key
  }

  public init(_ key: String, in collection: String = "") { self.init(EntityKey(key), in: collection) }

  /// The key, preceded by the collection if it has a name: `tags/red`.
  public var description: String { collection.isEmpty ? key.description : "\(collection)/\(key)" }

  /// Compares the bytes of the descriptions.
  public static func < (left: RowKey, right: RowKey) -> Bool {
    guard left.collection != right.collection else { return left.key < right.key }
    return left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  /// Parses a description.
  ///
  /// - Parameter isNamed: whether the description begins with the name of a collection.
  init(stored text: String, isNamed: Bool) {
    guard isNamed, let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      self.init(text)
      return
    }
    self.init(String(text[text.utf8.index(after: slash)...]), in: String(text[..<slash]))
  }
}
