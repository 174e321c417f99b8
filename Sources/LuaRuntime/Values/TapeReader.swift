import Platform

/// Reads plain data in the kernel's byte form, one value after the other.
///
/// The kernel writes well-formed bytes. With malformed bytes the reader never reads beyond their end: if they end too
/// early or nest too deep, the rest is `.none`. Memory and time are proportional to the number of bytes.
public struct TapeReader {
  private var bytes: UnsafeRawBufferPointer
  private var position = 0
  /// The maximum number of items to reserve memory for before they are read.
  private static let reserved = 1024

  public init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Decodes the one value in these bytes.
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
    case .list(let announced):
      let count = bounded(announced, depth: depth)
      var items: [Value] = []
      items.reserveCapacity(min(count, TapeReader.reserved))
      while items.count < count, position < bytes.count { items.append(value(depth: depth + 1)) }
      return .list(items)
    case .map(let announced):
      var left = bounded(announced, depth: depth)
      var record = Record()
      while left > 0, position < bytes.count {
        let key = String(decoding: key(), as: UTF8.self)
        record[key] = value(depth: depth + 1)
        left -= 1
      }
      return .map(record)
    }
  }

  /// Reads one scalar, or moves to the first item of a container.
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

  /// Returns a container's count of items. If it is nested too deep, returns 0 and skips all remaining bytes.
  private mutating func bounded(_ count: Int, depth: Int) -> Int {
    if depth <= Tape.depthLimit { return count }
    position = bytes.count
    return 0
  }

  /// Skips one value and returns the range of its bytes.
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

  /// Skips one value in both readers if its bytes are equal; otherwise moves neither.
  mutating func stepsOverSame(in other: inout TapeReader) -> Bool {
    let start = position
    let range = skip()
    // If the bytes are equal, the other reader's value has the same length.
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

  /// Enters the next value if it is a map and returns its count; otherwise returns nil and does not move.
  package mutating func enterMap() -> Int? { enter(Tape.map) }

  /// The kind of the next value.
  package var kind: TapeKind { position < bytes.count ? TapeKind(tag: bytes[position]) : .none }

  /// Enters the next value and returns its count if it is a container of this kind; else returns nil and does not move.
  mutating func enter(_ container: UInt8) -> Int? {
    guard position < bytes.count, bytes[position] == container else { return nil }
    position += 1
    return count()
  }

  /// Reads the next key of a map.
  package mutating func key() -> UnsafeRawBufferPointer {
    let count = count()
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// Reads a key of a map and skips its value. Returns the key, the range of both, and the range of the value.
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

  /// Reads a count, limited to the number of remaining bytes.
  @inline(__always) private mutating func count() -> Int {
    let count: UInt32 = number() ?? 0
    return min(Int(count), bytes.count - position)
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> Value {
    String(utf8: bytes).map(Value.string) ?? .bytes([UInt8](bytes))
  }
}
