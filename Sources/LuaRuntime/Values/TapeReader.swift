import Platform

/// Reads plain data in the kernel's byte form, one value after the other.
///
/// The kernel writes well-formed bytes. Of others none are read beyond their end: where they end too early, or nest deeper than
/// any plain data, the rest is `.none`. Memory and time are in proportion to the bytes, whatever counts they hold.
public struct TapeReader {
  private var bytes: UnsafeRawBufferPointer
  private var position = 0
  /// Plain data has 200 levels; a list of changes has it two levels down.
  private static let depthLimit = 256
  /// Items for which room is made before any of them is read.
  private static let reserved = 1024

  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The one value that these bytes hold.
  public static func value(of bytes: [UInt8]) -> Value {
    bytes.withUnsafeBytes {
      var reader = TapeReader($0)
      return reader.value()
    }
  }

  public mutating func value() -> Value { value(depth: 1) }

  private mutating func value(depth: Int) -> Value {
    switch item() {
    case .none: return .none
    case .null: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string(let text): return TapeReader.text(text)
    case .opaque(let text): return .opaque(String(utf8: text) ?? "?")
    case .list(let promised):
      let count = bounded(promised, depth: depth)
      var items: [Value] = []
      items.reserveCapacity(min(count, TapeReader.reserved))
      while items.count < count, position < bytes.count { items.append(value(depth: depth + 1)) }
      return .list(items)
    case .map(let promised):
      var left = bounded(promised, depth: depth)
      var record = Record()
      while left > 0, position < bytes.count {
        let key = String(decoding: key(), as: UTF8.self)
        record[key] = value(depth: depth + 1)
        left -= 1
      }
      return .map(record)
    }
  }

  /// Steps over one scalar, or to the first item of a container.
  @inline(__always) package mutating func item() -> TapeItem {
    guard let tag: UInt8 = number() else { return .none }
    switch tag {
    case Tape.false: return .boolean(false)
    case Tape.true: return .boolean(true)
    case Tape.null: return .null
    case Tape.integer: return .integer(number() ?? 0)
    case Tape.float: return .number(Double(bitPattern: number() ?? 0))
    case Tape.string: return .string(key())
    case Tape.opaque: return .opaque(key())
    case Tape.list: return .list(count())
    case Tape.map: return .map(count())
    default: return .none
    }
  }

  /// The count of a container's items; 0, and the rest of the bytes is skipped, if the container is nested too deep.
  private mutating func bounded(_ count: Int, depth: Int) -> Int {
    if depth <= TapeReader.depthLimit { return count }
    position = bytes.count
    return 0
  }

  /// Steps over one value and gives the bytes it stands in.
  @inline(__always) package mutating func skip() -> Range<Int> { skip(depth: 1) }

  @inline(__always) private mutating func skip(depth: Int) -> Range<Int> {
    let start = position
    guard start < bytes.count else { return start..<start }
    let tag = bytes[start]
    position += 1
    switch tag {
    case Tape.integer, Tape.float: position = min(position + 8, bytes.count)
    case Tape.string, Tape.opaque: position += count()
    case Tape.list, Tape.map: skipItems(tag, depth: depth)
    default: break
    }
    return start..<position
  }

  /// Steps over one value in both if it is the same bytes; else neither moves.
  mutating func stepsOverSame(in other: inout TapeReader) -> Bool {
    let start = position
    let range = skip()
    // Where these bytes end the other's value ends too, as it began alike.
    let end = other.position + range.count
    guard !range.isEmpty, end <= other.bytes.count,
      memcmp(bytes.baseAddress! + start, other.bytes.baseAddress! + other.position, range.count) == 0
    else {
      position = start
      return false
    }
    other.position = end
    return true
  }

  private mutating func skipItems(_ container: UInt8, depth: Int) {
    var left = bounded(count(), depth: depth)
    while left > 0, position < bytes.count {
      if container == Tape.map { _ = key() }
      _ = skip(depth: depth + 1)
      left -= 1
    }
  }

  /// The count of the map that comes next; nil, and not moved, if something else does.
  package mutating func enterMap() -> Int? { enter(Tape.map) }

  /// The kind of value that comes next.
  package var kind: TapeKind { position < bytes.count ? TapeKind(tag: bytes[position]) : .none }

  /// The count of the container of that kind which comes next; nil, and not moved, if something else does.
  mutating func enter(_ container: UInt8) -> Int? {
    guard position < bytes.count, bytes[position] == container else { return nil }
    position += 1
    return count()
  }

  /// The bytes of the key that comes next in a map.
  package mutating func key() -> UnsafeRawBufferPointer {
    let count = count()
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// Steps over a key of a map and its value; gives the key, the bytes that both stand in, and those of the value.
  mutating func field() -> (key: UnsafeRawBufferPointer, whole: Range<Int>, value: Range<Int>) {
    let start = position
    let key = key()
    let value = skip()
    return (key, start..<value.upperBound, value)
  }

  @inline(__always) private mutating func number<Number: BitwiseCopyable>() -> Number? {
    guard bytes.count - position >= MemoryLayout<Number>.size else { return nil }
    defer { position += MemoryLayout<Number>.size }
    return bytes.loadUnaligned(fromByteOffset: position, as: Number.self)
  }

  /// Never more than the bytes that are left could hold.
  @inline(__always) private mutating func count() -> Int {
    let count: UInt32 = number() ?? 0
    return min(Int(count), bytes.count - position)
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> Value {
    String(utf8: bytes).map(Value.string) ?? .bytes([UInt8](bytes))
  }
}
