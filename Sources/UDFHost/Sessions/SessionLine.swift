import LuaRuntime
import UDFServices

/// One line of a session file, written piece by piece.
package struct SessionLine {
  /// The version of the file's format.
  package static let format = 1

  private var writer = JSONWriter(isExact: true)

  init(_ kind: String) { writer.write(raw: "{\"kind\":\"\(kind)\"") }

  /// What has nothing to say is left out.
  mutating func add(_ key: String, _ value: Value) {
    if value == .none { return }
    begin(key)
    write(value)
  }

  mutating func add(_ key: String, _ changes: [Change]) {
    begin(key)
    writer.write(raw: "[")
    for (index, change) in changes.enumerated() {
      writer.write(raw: index == 0 ? "{\"op\":\"" : ",{\"op\":\"")
      writer.write(raw: change.operation.rawValue)
      writer.write(raw: "\",\"path\":")
      write(change.path.value)
      if change.old != .none {
        writer.write(raw: ",\"old\":")
        write(change.old)
      }
      if change.new != .none {
        writer.write(raw: ",\"new\":")
        write(change.new)
      }
      writer.write(raw: "}")
    }
    writer.write(raw: "]")
  }

  private mutating func begin(_ key: String) { writer.write(raw: ",\"\(key)\":") }

  // Exact JSON can hold all plain data.
  private mutating func write(_ value: Value) { try? writer.write(value, at: "") }

  /// The line with its end.
  var bytes: [UInt8] { Array((writer.text + "}\n").utf8) }

  /// Changes as a line has them.
  package static func text(_ changes: [Change]) -> Substring {
    var line = SessionLine("")
    let start = line.writer.text.utf8.count + ",\"\":".utf8.count
    line.add("", changes)
    return Substring(line.writer.text.utf8.dropFirst(start))
  }
}

extension Change {
  /// Reads what a session line has of it; nil if it is none.
  package static func recorded(_ value: Value) -> Change? {
    guard let operation = value["op"].text.flatMap(Operation.init), case .list = value["path"] else { return nil }
    return Change(operation, Path(value["path"]), old: value["old"], new: value["new"])
  }
}
