import UDFHost
import UDFServices

/// A program that applies every `change` line of `--json` to the state of the first line.
struct JSONFollower {
  private(set) var state: Value = .none

  /// Throws if the line is no JSON, or a change that does not fit the state.
  mutating func read(_ line: String) throws -> Value {
    let object = try JSONReader.value(of: Array(line.utf8), isExact: true)
    switch object["kind"] {
    case "state": state = object["value"]
    case "change":
      guard case .list(let path) = object["path"] else { throw Unfit(line: line) }
      guard let changed = Self.applied(object, path[...], to: state) else { throw Unfit(line: line) }
      state = changed
    default: break
    }
    return object
  }

  /// Whether a value is equal to the state. An empty table is both a list and a map.
  func holds(_ value: Value) -> Bool { Self.normal(value) == Self.normal(state) }

  private static func normal(_ value: Value) -> Value {
    switch value {
    case .map([:]): .list([])
    case .map(let record): .map(Record(record.map { ($0.key, normal($0.value)) }))
    case .list(let items): .list(items.map(normal))
    default: value
    }
  }

  struct Unfit: Error { let line: String }

  private static func applied(_ change: Value, _ path: ArraySlice<Value>, to value: Value) -> Value? {
    guard let key = path.first else { return change["new"] }
    switch (value, key) {
    case (.map(var record), .string(let name)):
      guard let new = applied(change, path.dropFirst(), to: record[name]) else { return nil }
      record[name] = new
      return .map(record)
    case (.map([:]), .integer): return applied(change, path, to: .list([]))
    case (.list(var items), .integer(let position)):
      let index = Int(position) - 1
      guard path.count == 1 else {
        guard items.indices.contains(index), let new = applied(change, path.dropFirst(), to: items[index]) else {
          return nil
        }
        items[index] = new
        return .list(items)
      }
      switch change["op"] {
      case "insert" where index <= items.count: items.insert(change["new"], at: index)
      case "remove" where items.indices.contains(index): items.remove(at: index)
      case "move":
        guard case .integer(let to) = change["new"], items.indices.contains(index) else { return nil }
        items.insert(items.remove(at: index), at: Int(to) - 1)
      case "set" where change["new"] == .none && index == items.count - 1: items.removeLast()
      case "set" where index == items.count: items.append(change["new"])
      case "set" where items.indices.contains(index): items[index] = change["new"]
      default: return nil
      }
      return .list(items)
    default: return nil
    }
  }
}
