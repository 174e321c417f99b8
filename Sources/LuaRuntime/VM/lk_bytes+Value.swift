import LuaKernel

extension lk_bytes {
  var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: data, count: count) }

  /// The bytes as text; invalid UTF-8 becomes replacement characters.
  var text: String { String(decoding: buffer, as: UTF8.self) }

  /// The bytes as text to be printed, with `\xNN` for each byte that is not UTF-8.
  var printedText: String { String(escaping: buffer) }

  /// The plain data in these bytes; `.none` if there are no bytes.
  var value: Value {
    var reader = TapeReader(buffer)
    return reader.value()
  }

  /// Calls `body` with the bytes of plain data.
  static func with<Result>(_ value: Value, _ body: (lk_bytes) -> Result) -> Result {
    with(TapeWriter.bytes(of: value), body)
  }

  static func with<Result>(_ bytes: [UInt8], _ body: (lk_bytes) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(lk_bytes(data: $0.baseAddress, count: $0.count)) }
  }
}
