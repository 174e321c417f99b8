import LuaRuntime

/// Writes plain data from the kernel's byte form, exactly and on one line, without decoding it to values first.
extension JSONWriter {
  /// Writes the next value.
  package mutating func write(tape reader: inout TapeReader) {
    switch reader.item() {
    case .none, .null: write(literal: "null")
    case .boolean(let flag): write(literal: flag ? "true" : "false")
    case .integer(let number): write(number)
    case .number(let number): write(number)
    case .string(let text), .opaque(let text): write(text: text)
    case .list(let count):
      write(byte: UInt8(ascii: "["))
      for position in 0..<count {
        if position > 0 { write(byte: UInt8(ascii: ",")) }
        write(tape: &reader)
      }
      write(byte: UInt8(ascii: "]"))
    case .map(let count): write(map: count, of: &reader)
    }
  }

  /// Writes a map whose count the reader has already read. Omits entries for which `isLeftOut` returns true.
  package mutating func write(
    map count: Int, of reader: inout TapeReader, except isLeftOut: (UnsafeRawBufferPointer) -> Bool = { _ in false }
  ) {
    write(byte: UInt8(ascii: "{"))
    var isFirst = true
    for _ in 0..<count {
      let key = reader.key()
      if reader.kind == .none || isLeftOut(key) {
        _ = reader.skip()
        continue
      }
      if !isFirst { write(byte: UInt8(ascii: ",")) }
      isFirst = false
      if key.first == UInt8(ascii: "$") || !JSONWriter.isUTF8(key) {
        let name = String(decoding: key, as: UTF8.self)
        write(key.first == UInt8(ascii: "$") ? "$\(name)" : name)
      } else {
        write(utf8: key)
      }
      write(byte: UInt8(ascii: ":"))
      write(tape: &reader)
    }
    write(byte: UInt8(ascii: "}"))
  }

  private mutating func write(text: UnsafeRawBufferPointer) {
    if JSONWriter.isUTF8(text) { write(utf8: text) } else { write(undecodable: text) }
  }

  private static func isUTF8(_ text: UnsafeRawBufferPointer) -> Bool {
    text.reduce(0) { $0 | $1 } < 0x80 || String(utf8: text) != nil
  }
}
