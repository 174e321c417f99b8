/// The key of a row as text, compared byte by byte: two spellings of `é` are two keys, and the order is that of the
/// UTF-8 bytes.
///
///     let key = EntityKey("liblua5.4-0")
///     key.description                      // "liblua5.4-0"
public struct EntityKey: Hashable, Comparable, Sendable, LosslessStringConvertible {
  /// The text of the key.
  public let description: String

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
