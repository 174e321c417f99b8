import LuaRuntime
import UDFServices

/// Writes lines of a session file piece by piece. A piece is given with the JSON around it, `,"n":`, to be written at once.
package struct SessionLines {
  /// The version of the file's format.
  package static let format = 1

  private var writer = JSONWriter(isExact: true)

  var count: Int { writer.count }
  var bytes: [UInt8] { writer.bytes }

  mutating func removeAll() { writer.removeAll() }

  mutating func add(_ piece: StaticString) { writer.write(literal: piece) }

  /// Adds a field that is not `.none`.
  mutating func add(_ key: StaticString, _ value: Value) {
    if value == .none { return }
    add(key)
    // Exact JSON can hold all plain data.
    try? writer.write(value, at: "")
  }

  /// Adds the type and the fields of an action in byte form.
  mutating func add(action: UnsafeRawBufferPointer) {
    func isType(_ key: UnsafeRawBufferPointer) -> Bool { key.elementsEqual("type".utf8) }
    var reader = TapeReader(action)
    var left = reader.enterMap() ?? 0
    while left > 0, !isType(reader.key()) {
      _ = reader.skip()
      left -= 1
    }
    add(#","type":"#)
    writer.write(tape: &reader)
    reader = TapeReader(action)
    add(#","fields":"#)
    writer.write(map: reader.enterMap() ?? 0, of: &reader, except: isType)
  }

  /// Adds changes in byte form.
  mutating func add(_ key: StaticString, changes: UnsafeRawBufferPointer) {
    add(key)
    writer.write(changes: changes)
  }
}
