import LuaRuntime

extension JSONWriter {
  /// Writes changes of the state in byte form, as `lk_changes` gives them.
  package mutating func write(changes: UnsafeRawBufferPointer) {
    var reader = TapeReader(changes)
    write(byte: UInt8(ascii: "["))
    if case .list(let count) = reader.item() {
      for position in 0..<count {
        // Each is a list of operation, path, old and new value.
        _ = reader.item()
        write(position == 0 ? #"{"op":"# : #",{"op":"#, nextOf: &reader)
        write(#","path":"#, nextOf: &reader)
        write(#","old":"#, nextOf: &reader)
        write(#","new":"#, nextOf: &reader)
        write(byte: UInt8(ascii: "}"))
      }
    }
    write(byte: UInt8(ascii: "]"))
  }

  /// Writes a key with the next value, nothing if that is `nil`.
  private mutating func write(_ key: StaticString, nextOf reader: inout TapeReader) {
    if reader.kind == .none {
      _ = reader.skip()
    } else {
      write(literal: key)
      write(tape: &reader)
    }
  }
}
