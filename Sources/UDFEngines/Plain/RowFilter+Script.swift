import LuaRuntime
import UDFFields
import UDFSync

extension RowFilter {
  private static let fix = "send where = { field = value }, or { field = { value, value } } for any of several"

  /// Reads parameters from scripts; nil means all rows. Throws if they are not valid.
  package init(script value: LuaRuntime.Value) throws(NativeFailure) {
    guard value != .none, value != .list([]) else {
      self = .all
      return
    }
    guard case .map(let record) = value else {
      throw NativeFailure("where must be a table of values by field, got \(value.shown)", fix: Self.fix)
    }
    var fields: [String: [RowFilter.Value]] = [:]
    for (name, wanted) in record {
      let items = if case .list(let items) = wanted { items } else { [wanted] }
      fields[name] = try items.map { item throws(NativeFailure) in
        if let value = RowFilter.Value(item) { return value }
        throw NativeFailure(
          "where.\(name) must be a string, a whole number, true, false, or a list of these, got \(wanted.shown)",
          fix: Self.fix)
      }
      guard !items.isEmpty else {
        throw NativeFailure(
          "where.\(name) is an empty list, which no row matches", fix: "leave the field out for all rows")
      }
    }
    self.init(fields)
  }

  /// The parameters for scripts; `.none`: all rows.
  package var script: LuaRuntime.Value {
    if isAll { return .none }
    var record = Record()
    for (name, values) in fields {
      let items = values.map(\.script)
      record[name] = items.count == 1 ? items[0] : .list(items)
    }
    return .map(record)
  }
}

extension RowFilter.Value {
  fileprivate init?(_ value: LuaRuntime.Value) {
    switch value {
    case .string(let text): self = .string(text)
    case .boolean(let flag): self = .boolean(flag)
    default:
      guard let number = value.wholeNumber else { return nil }
      self = .integer(number)
    }
  }

  fileprivate var script: LuaRuntime.Value {
    switch self {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .boolean(let flag): .boolean(flag)
    }
  }
}
