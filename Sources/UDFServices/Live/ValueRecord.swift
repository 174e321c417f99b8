import LuaRuntime

/// One setting of one value as a ``ValueLog`` keeps it: four bytes that count the content, eight that are its hash, and
/// the content, which is key and value in the kernel's byte form; a value that is `none` was removed.
struct ValueRecord {
  private static let headSize = 12
  /// What the content begins with.
  private static let stringTag = TapeWriter.bytes(of: "")[0]

  let key: String
  let bytes: [UInt8]

  init(key: String, value: Value) {
    var content = TapeWriter()
    content.write(.string(key))
    content.write(value)
    var bytes: [UInt8] = []
    withUnsafeBytes(of: UInt32(content.bytes.count).littleEndian) { bytes += $0 }
    withUnsafeBytes(of: ValueRecord.hash(of: content.bytes).littleEndian) { bytes += $0 }
    self.key = key
    self.bytes = bytes + content.bytes
  }

  /// What comes after the record that bytes begin with, as far as what is left of it tells; nothing, if that is beyond them.
  static func skipped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let count = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return bytes.dropFirst(headSize + count)
  }

  /// Reads the record that bytes begin with; nil if it is not whole.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= ValueRecord.headSize else { return nil }
    let (count, hash) = bytes.withUnsafeBytes {
      (
        Int(UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self))),
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
      )
    }
    let content = bytes.dropFirst(ValueRecord.headSize).prefix(count)
    // The first lest hashes are made of whatever may not be a record at all.
    guard content.count == count, content.first == ValueRecord.stringTag, ValueRecord.hash(of: content) == hash else {
      return nil
    }
    self.bytes = Array(bytes.prefix(ValueRecord.headSize + count))
    guard case .string(let key) = TapeReader.value(of: Array(content)) else { return nil }
    self.key = key
  }

  /// FNV-1a and the length. The file format fixes it.
  private static func hash(of content: some Collection<UInt8>) -> UInt64 {
    let hash = content.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return (hash ^ UInt64(content.count)) &* 0x100_0000_01b3
  }

  var value: Value {
    bytes.withUnsafeBytes { bytes in
      var reader = TapeReader(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(ValueRecord.headSize)))
      _ = reader.value()
      return reader.value()
    }
  }
}
