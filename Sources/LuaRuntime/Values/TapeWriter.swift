/// Writes plain data in the kernel's byte form; see `tape.h` for the form.
public struct TapeWriter {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  /// The bytes of one value.
  public static func bytes(of value: Value) -> [UInt8] {
    var writer = TapeWriter()
    writer.write(value)
    return writer.bytes
  }

  /// Writes a value. What is nested in more than 256 containers is left out, because deep recursion would overflow the stack.
  public mutating func write(_ value: Value) { write(value, depth: 0) }

  private mutating func write(_ value: Value, depth: Int) {
    switch value {
    case .list where depth >= Tape.depthLimit, .map where depth >= Tape.depthLimit: bytes.append(Tape.none)
    case .none: bytes.append(Tape.none)
    case .boolean(let flag): bytes.append(flag ? Tape.true : Tape.false)
    case .integer(let number): put(Tape.integer, number)
    case .number(let number): put(Tape.float, number.bitPattern)
    case .string(let text): put(Tape.string, text: text.utf8)
    case .bytes(let text): put(Tape.string, text: text)
    case .null: bytes.append(Tape.null)
    case .opaque(let description): put(Tape.opaque, text: description.utf8)
    case .list(let items):
      put(Tape.list, UInt32(items.count))
      for item in items { write(item, depth: depth + 1) }
    case .map(let record):
      put(Tape.map, UInt32(record.count))
      for (key, value) in record {
        put(text: key.utf8)
        write(value, depth: depth + 1)
      }
    }
  }

  // MARK: piece by piece

  /// Removes all content and keeps the memory for reuse.
  public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Writes one value that is already in byte form.
  public mutating func write(tape: some Collection<UInt8>) { bytes.append(contentsOf: tape) }

  /// Begins a list: `count` values follow.
  public mutating func beginList(count: Int) { put(Tape.list, UInt32(count)) }

  /// Begins a map: a key and a value follow `count` times, in byte order of the keys.
  public mutating func beginMap(count: Int) { put(Tape.map, UInt32(count)) }

  /// Writes a key of a map; its value follows.
  public mutating func write(key: String) { put(text: key.utf8) }

  /// Writes a container of a native slice, by its handle.
  public mutating func write(container handle: UInt64, _ shape: NativeShape) {
    put(Tape.container, handle)
    bytes.append(shape.rawValue)
  }

  private mutating func put(_ tag: UInt8, _ number: some FixedWidthInteger) {
    bytes.append(tag)
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  private mutating func put(_ tag: UInt8, text: some Collection<UInt8>) {
    bytes.append(tag)
    put(text: text)
  }

  private mutating func put(text: some Collection<UInt8>) {
    withUnsafeBytes(of: UInt32(text.count)) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: text)
  }
}
