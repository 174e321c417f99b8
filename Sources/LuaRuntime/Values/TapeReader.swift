import Platform

/// Reads plain data in the kernel's byte form, one value after the other.
///
/// The kernel writes well-formed bytes; what is torn reads as `.none` rather than beyond the end.
public struct TapeReader {
  private var bytes: UnsafeRawBufferPointer
  private var position = 0

  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The one value that these bytes hold.
  public static func value(of bytes: [UInt8]) -> Value {
    bytes.withUnsafeBytes {
      var reader = TapeReader($0)
      return reader.value()
    }
  }

  public mutating func value() -> Value {
    switch item() {
    case .none: return .none
    case .null: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .number(let number): return .number(number)
    case .string(let text): return TapeReader.text(text)
    case .opaque(let text): return .opaque(String(utf8: text) ?? "?")
    case .list(let count):
      var items: [Value] = []
      items.reserveCapacity(count)
      for _ in 0..<count { items.append(value()) }
      return .list(items)
    case .map(let count):
      var record = Record()
      for _ in 0..<count {
        let key = String(decoding: key(), as: UTF8.self)
        record[key] = value()
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

  /// Steps over one value and gives the bytes it stands in.
  @inline(__always) package mutating func skip() -> Range<Int> {
    let start = position
    guard start < bytes.count else { return start..<start }
    let tag = bytes[start]
    position += 1
    switch tag {
    case Tape.integer, Tape.float: position = min(position + 8, bytes.count)
    case Tape.string, Tape.opaque: position += count()
    case Tape.list, Tape.map: skipItems(tag)
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

  private mutating func skipItems(_ container: UInt8) {
    for _ in 0..<count() {
      if container == Tape.map { _ = key() }
      _ = skip()
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
