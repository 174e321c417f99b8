import LuaRuntime
import UDFHost

extension LuaText {
  /// The maximum width of a line in columns.
  private static let width = 100

  /// Returns a complete value, with one item a line if it does not fit on one line.
  static func lines(_ value: Value, indent: Int = 0) -> String {
    let line = written(value)
    guard line.utf8.count + indent > width else { return line }
    let margin = String(repeating: " ", count: indent)
    func block(_ items: [String]) -> String {
      "{\n" + items.map { "\(margin)  \($0),\n" }.joined() + margin + "}"
    }
    switch value {
    case .list(let items) where !items.isEmpty: return block(items.map { lines($0, indent: indent + 2) })
    case .map(let record) where !record.isEmpty:
      return block(record.map { "\(key($0.key)) = \(lines($0.value, indent: indent + 2))" })
    default: return line
    }
  }

  /// Returns a path of the state: `state.cart.items[1]`.
  static func place(_ keys: some Sequence<PathKey>) -> String {
    keys.reduce(into: "state") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let name): text += LuaName.isValid(name) ? ".\(name)" : "[\(quoted(name))]"
      }
    }
  }
}
