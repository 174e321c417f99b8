import LuaRuntime

/// Makes random values of a declared type, from small sets so that values repeat.
package struct RandomValues<Generator: RandomNumberGenerator> {
  package var generator: Generator

  package init(_ generator: Generator) { self.generator = generator }

  package mutating func value(of type: FieldType) -> Value {
    switch type {
    case .string, .secret: return .string(["a", "b", "c", "d", "e", ""].randomElement(using: &generator)!)
    case .integer: return .integer(.random(in: -2...9, using: &generator))
    case .number: return .number(Double(Int.random(in: -4...18, using: &generator)) / 2)
    case .boolean: return .boolean(.random(using: &generator))
    case .table: return .map(["a": value(of: .integer)])
    case .any: return value(of: [.string, .integer, .boolean].randomElement(using: &generator)!)
    case .list(let item): return .list((0..<Int.random(in: 1...3, using: &generator)).map { _ in value(of: item) })
    case .record(let fields):
      return .map(Record(fields.sorted { $0.key < $1.key }.map { ($0.key, value(of: $0.value)) }))
    case .choice(let names): return .string(names.randomElement(using: &generator) ?? "")
    case .optional(let type): return Int.random(in: 0..<3, using: &generator) == 0 ? .none : value(of: type)
    }
  }
}
