/// The declared type of an action's field.
package indirect enum FieldType: Equatable, Sendable {
  case string, number, integer, boolean, table, any
  case list(FieldType)
  case record([String: FieldType])
  case choice([String])
  case optional(FieldType)

  private static let words: [String: FieldType] = [
    "string": .string, "number": .number, "integer": .integer, "boolean": .boolean, "table": .table, "any": .any,
  ]

  /// Reads `"string?"`, `{ "string" }`, `{ name = "string" }` or an enum. Throws what is wrong with it.
  package init(_ declared: Value) throws(FieldTypeError) {
    switch declared {
    case .string(let word):
      let name = word.hasSuffix("?") ? String(word.dropLast()) : word
      guard let type = FieldType.words[name] else {
        throw FieldTypeError(
          text: "unknown type \"\(word)\".\(didYouMean(name, among: FieldType.words.keys.sorted()))")
      }
      self = word.hasSuffix("?") ? .optional(type) : type
    case .list(let items):
      guard items.count == 1 else { throw FieldTypeError(text: "a list type has one item: { \"string\" }") }
      self = .list(try FieldType(items[0]))
    case .map(let record):
      if case .list(let names) = record["__enum"] {
        self = .choice(names.map { if case .string(let name) = $0 { name } else { "" } })
        return
      }
      var fields: [String: FieldType] = [:]
      for (key, value) in record { fields[key] = try FieldType(value) }
      self = .record(fields)
    default:
      throw FieldTypeError(text: "a type is a word, a list or a record, got a \(declared.kind)")
    }
  }

  /// As one writes it in Lua.
  package var text: String {
    switch self {
    case .string: "string"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .table: "table"
    case .any: "any"
    case .list(let item): "{ \(item.text) }"
    case .record(let fields):
      "{ " + fields.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.text)" }.joined(separator: ", ") + " }"
    case .choice(let names): names.map { "\"\($0)\"" }.joined(separator: " | ")
    case .optional(let type): type.text + "?"
    }
  }

  /// A value of this type, for the example in an error.
  package func example(for name: String) -> String {
    switch self {
    case .string, .any: "\"…\""
    case .number, .integer: "2"
    case .boolean: "true"
    case .table: "{ }"
    case .list(let item): "{ \(item.example(for: name)) }"
    case .record(let fields):
      "{ "
        + fields.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.example(for: $0.key))" }
        .joined(separator: ", ") + " }"
    case .choice(let names): "\"\(names.first ?? "")\""
    case .optional(let type): type.example(for: name)
    }
  }

  /// What an error calls it: `a number`, `one of "a", "b"`.
  package var noun: String {
    switch self {
    case .integer: "an integer"
    case .any: "anything"
    case .list(let item): "a list of \(item.text)\(FieldType.words[item.text] == nil ? "" : "s")"
    case .record: "a table"
    case .choice(let names): "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .optional(let type): type.noun
    default: "a \(text)"
    }
  }

  /// What is wrong with a value, told from the outside in; nil if it fits.
  package func problem(with value: Value, at path: String) -> FieldProblem? {
    switch (self, value) {
    case (.optional, .none), (.any, _), (.string, .string), (.string, .bytes), (.number, .number), (.number, .integer),
      (.integer, .integer), (.boolean, .boolean), (.table, .map), (.table, .list):
      return value == .none ? (isOptional ? nil : FieldProblem(path: path, type: self, value: value)) : nil
    case (.integer, .number(let number)) where number == number.rounded() && abs(number) < 9.0e15: return nil
    case (.optional(let type), _): return type.problem(with: value, at: path)
    case (.choice(let names), .string(let name)) where names.contains(name): return nil
    case (.list(let item), .list(let items)):
      for (index, each) in items.enumerated() {
        if let problem = item.problem(with: each, at: "\(path)[\(index + 1)]") { return problem }
      }
      return nil
    case (.list, .map(let record)) where record.isEmpty: return nil
    case (.record(let fields), .map(let record)):
      // First, because who misspells a name leaves the right one out.
      for (key, value) in record where fields[key] == nil {
        return FieldProblem(path: path.isEmpty ? key : "\(path).\(key)", type: self, value: value, isUnknown: true)
      }
      for (key, type) in fields.sorted(by: { $0.key < $1.key }) {
        let inner = path.isEmpty ? key : "\(path).\(key)"
        if let problem = type.problem(with: record[key], at: inner) { return problem }
      }
      return nil
    default: return FieldProblem(path: path, type: self, value: value)
    }
  }

  /// Whether a value fits by its kind alone; false if one has to look closer.
  @inlinable package func fits(_ kind: TapeKind) -> Bool {
    switch (self, kind) {
    case (.any, .boolean), (.any, .integer), (.any, .float), (.any, .string), (.any, .list), (.any, .map),
      (.string, .string), (.integer, .integer), (.number, .integer), (.number, .float), (.boolean, .boolean),
      (.table, .list), (.table, .map):
      true
    case (.optional(let type), _): type.fits(kind)
    default: false
    }
  }

  @inlinable package var isOptional: Bool { if case .optional = self { true } else { false } }

  /// Whether the type is one word, `"integer"` or `"integer?"`: a list, a record or a choice says more than that.
  package var isWord: Bool {
    switch self {
    case .list, .record, .choice: false
    case .optional(let type): type.isWord
    default: true
    }
  }
}
