import LuaRuntime

extension Value {
  /// Makes a string, or `.none` for nil.
  package init(_ text: String?) { self = text.map(Value.string) ?? .none }

  /// The value as an integer. Floats with whole values count, because computations and JSON return them.
  package var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int64(exactly: number)
    default: nil
    }
  }

  var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
}
