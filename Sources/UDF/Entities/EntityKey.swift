/// The key of a row as text, compared and ordered by its UTF-8 bytes: two spellings of `é` are two keys.
///
///     let key = EntityKey("liblua5.4-0")
///     key.description                      // "liblua5.4-0"
public struct EntityKey: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The text of the key.
  public let description: String

  /// Makes a key with this text.
  public init(_ text: String) { description = text }

  public static func == (left: EntityKey, right: EntityKey) -> Bool {
    let (left, right) = (left.description.utf8, right.description.utf8)
    return left.count == right.count && left.elementsEqual(right)
  }

  public static func < (left: EntityKey, right: EntityKey) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var text = description
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
