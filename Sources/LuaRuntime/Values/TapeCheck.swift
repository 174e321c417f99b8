/// Validates bytes that another program may have written, because a ``TapeReader`` does not.
///
/// It accepts one whole value of at most 200 levels, in which the keys of each map are UTF-8 and in order. The time is
/// proportional to the number of bytes; it needs no memory.
package struct TapeCheck {
  private static let depthLimit = 200
  private var rest: Slice<UnsafeRawBufferPointer>

  /// Whether the bytes are exactly one value of plain data.
  package static func isValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var check = TapeCheck(rest: bytes[...])
    return check.value(depth: 0) && check.rest.isEmpty
  }

  private mutating func value(depth: Int) -> Bool {
    guard depth <= Self.depthLimit, let tag = rest.popFirst() else { return false }
    switch tag {
    case Tape.none, Tape.false, Tape.true, Tape.null: return true
    case Tape.integer, Tape.float: return take(8) != nil
    case Tape.string, Tape.opaque: return text() != nil
    case Tape.list:
      guard let count = count() else { return false }
      for _ in 0..<count where !value(depth: depth + 1) { return false }
      return true
    case Tape.map: return map(depth: depth)
    default: return false
    }
  }

  private mutating func map(depth: Int) -> Bool {
    guard let count = count() else { return false }
    var last: Slice<UnsafeRawBufferPointer>?
    for _ in 0..<count {
      guard let key = text(), last?.lexicographicallyPrecedes(key) != false,
        String(utf8: UnsafeRawBufferPointer(rebasing: key)) != nil, value(depth: depth + 1)
      else { return false }
      last = key
    }
    return true
  }

  private mutating func text() -> Slice<UnsafeRawBufferPointer>? { count().flatMap { take($0) } }

  /// Reads the count of items that take at least one byte each.
  private mutating func count() -> Int? {
    guard let bytes = take(4) else { return nil }
    let count = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    return count <= rest.count ? count : nil
  }

  private mutating func take(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
