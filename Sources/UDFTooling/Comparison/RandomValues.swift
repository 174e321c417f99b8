import LuaRuntime

/// Makes random values of a declared type: most from small sets so that they repeat, and one of ten less common.
package struct RandomValues<Generator: RandomNumberGenerator> {
  package var generator: Generator

  package init(_ generator: Generator) { self.generator = generator }

  package mutating func value(of type: FieldType) -> Value {
    let isRare = Int.random(in: 0..<10, using: &generator) == 0
    switch type {
    case .string, .secret:
      let texts =
        isRare ? [" ", "a b", "0", "Zoë", "\n", String(repeating: "x", count: 60)] : ["a", "b", "c", "d", "e", ""]
      return .string(texts.randomElement(using: &generator)!)
    case .integer where isRare: return .integer([-1000, 100, 1000, 1_000_000].randomElement(using: &generator)!)
    case .integer: return .integer(.random(in: -2...9, using: &generator))
    case .number where isRare: return .number([0.1, -0.25, 1e-3, 1e6].randomElement(using: &generator)!)
    case .number: return .number(Double(Int.random(in: -4...18, using: &generator)) / 2)
    case .boolean: return .boolean(.random(using: &generator))
    case .table: return .map(["a": value(of: .integer)])
    case .any: return value(of: [.string, .integer, .boolean].randomElement(using: &generator)!)
    case .list(let item):
      let count = isRare ? [0, 20].randomElement(using: &generator)! : .random(in: 1...3, using: &generator)
      return .list((0..<count).map { _ in value(of: item) })
    case .record(let fields):
      return .map(Record(fields.sorted { $0.key < $1.key }.map { ($0.key, value(of: $0.value)) }))
    case .choice(let names): return .string(names.randomElement(using: &generator) ?? "")
    case .optional(let type): return Int.random(in: 0..<3, using: &generator) == 0 ? .none : value(of: type)
    }
  }
}
