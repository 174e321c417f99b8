/// A row's key as text, byte by byte as Lua compares: two spellings of `é` are two keys.
struct EntityKey: Hashable, Comparable, Sendable, LosslessStringConvertible {
  let description: String

  init(_ text: String) { description = text }

  static func == (left: EntityKey, right: EntityKey) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  static func < (left: EntityKey, right: EntityKey) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = description
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
