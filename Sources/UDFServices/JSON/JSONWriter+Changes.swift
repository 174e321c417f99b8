import LuaRuntime

extension JSONWriter {
  /// Writes changes of the state, given in the byte form of `lk_changes`.
  package mutating func write(changes: UnsafeRawBufferPointer) {
    var reader = TapeReader(changes)
    write(byte: UInt8(ascii: "["))
    if case .list(let count) = reader.item() {
      for position in 0..<count {
        // A change is a list of operation, path, old value and new value.
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

  /// Writes a key with the next value; writes nothing if the value is `nil`.
  private mutating func write(_ key: StaticString, nextOf reader: inout TapeReader) {
    if reader.kind == .none {
      _ = reader.skip()
    } else {
      write(literal: key)
      write(tape: &reader)
    }
  }
}
