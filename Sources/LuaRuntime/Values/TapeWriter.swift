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

  public mutating func write(_ value: Value) {
    switch value {
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
      for item in items { write(item) }
    case .map(let record):
      put(Tape.map, UInt32(record.count))
      for (key, value) in record {
        put(text: key.utf8)
        write(value)
      }
    }
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
