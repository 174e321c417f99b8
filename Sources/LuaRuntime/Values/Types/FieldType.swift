/// The declared type of an action's field.
package indirect enum FieldType: Equatable, Sendable {
  case string, number, integer, boolean, table, any
  /// A text that the host neither shows nor stores; see ``Secret``.
  case secret
  case list(FieldType)
  case record([String: FieldType])
  case choice([String])
  case optional(FieldType)

  private static let words: [String: FieldType] = [
    "string": .string, "number": .number, "integer": .integer, "boolean": .boolean, "table": .table, "any": .any,
  ]

  /// Parses `"string?"`, `{ "string" }`, `{ name = "string" }`, or what `udf.enum`, `udf.secret` and `udf.maybe` return.
  /// Throws an error that describes the problem.
  package init(_ declared: Value) throws(FieldTypeError) {
    switch declared {
    case .string(let word):
      // The prelude's `fieldTypes` writes these words for such a table, which plain data cannot contain.
      if word == "table of functions" {
        throw FieldTypeError(
          text: "a library or another table of functions is not a type. Write a type in quotes: \"string\"")
      }
      let name = word.hasSuffix("?") ? String(word.dropLast()) : word
      guard let type = FieldType.words[name] else {
        throw FieldTypeError(
          text: "unknown type \"\(word)\".\(didYouMean(name, among: FieldType.words.keys.sorted()))")
      }
      self = word.hasSuffix("?") ? .optional(type) : type
    case .list(let items):
      if let names = FieldType.choices(items) {
        let list = "{ \(names.joined(separator: ", ")) }"
        let problem =
          names.count == 1 ? "unknown type \(names[0])." : "\(list) is not a type: a list type has one item."
        throw FieldTypeError(text: "\(problem) Did you mean udf.enum \(list)?")
      }
      guard items.count == 1 else { throw FieldTypeError(text: "a list type has one item: { \"string\" }") }
      let item = try FieldType(items[0])
      if case .optional(let type) = item {
        let list = "{ \(type.source) }"
        throw FieldTypeError(
          text: "an item of a list cannot be left out: use \(list), or udf.maybe \(list) if the list can be left out")
      }
      self = .list(item)
    case .map(let record):
      if case .list(let names) = record["__enum"] {
        self = .choice(names.map { if case .string(let name) = $0 { name } else { "" } })
        return
      }
      if let word = record["__secret"].text {
        self = word.hasSuffix("?") ? .optional(.secret) : .secret
        return
      }
      if record["__maybe"] != .none {
        let type = try FieldType(record["__maybe"])
        self = type.isOptional ? type : .optional(type)
        return
      }
      var fields: [String: FieldType] = [:]
      for (key, value) in record { fields[key] = try FieldType(value) }
      self = .record(fields)
    default:
      throw FieldTypeError(text: "a type is a word, a list or a record, got a \(declared.kind)")
    }
  }

  /// The quoted texts of a list that looks like an enum; nil for any other list.
  private static func choices(_ items: [Value]) -> [String]? {
    let names = items.compactMap { if case .string(let name) = $0 { name } else { nil } }
    guard !names.isEmpty, names.count == items.count,
      !names.contains(where: { suggestion(for: $0, among: words.keys) != nil || words[$0] != nil || $0.hasSuffix("?") })
    else { return nil }
    return names.map { "\"\($0)\"" }
  }

  /// The type for a value's kind; nil for nil, null and opaque values.
  package init?(kindOf value: Value) {
    switch value {
    case .string, .bytes: self = .string
    case .integer, .number: self = .number
    case .boolean: self = .boolean
    case .map, .list: self = .table
    case .none, .null, .opaque: return nil
    }
  }

  /// A table of Lua with a text for each field, sorted by name.
  private static func table(of fields: [String: FieldType], _ text: (String, FieldType) -> String) -> String {
    let texts = fields.sorted { $0.key < $1.key }.map { "\($0.key) = \(text($0.key, $0.value))" }
    return "{ \(texts.joined(separator: ", ")) }"
  }

  /// The type as Lua source.
  private var source: String {
    switch self {
    case .list(let item): "{ \(item.source) }"
    case .record(let fields): FieldType.table(of: fields) { $1.source }
    case .choice(let names): "udf.enum { \(names.map { "\"\($0)\"" }.joined(separator: ", ")) }"
    case .secret: text
    case .optional(let type) where type.isWord: "\"\(type.text)?\""
    case .optional(.secret): "udf.secret \"string?\""
    case .optional(let type): "udf.maybe(\(type.source))"
    default: "\"\(text)\""
    }
  }

  /// The type, for people: `string?`, `{ string }`, `"a" | "b"`.
  package var text: String {
    switch self {
    case .string: "string"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .table: "table"
    case .any: "any"
    case .secret: "udf.secret \"string\""
    case .list(let item): "{ \(item.text) }"
    case .record(let fields): FieldType.table(of: fields) { $1.text }
    case .choice(let names): names.map { "\"\($0)\"" }.joined(separator: " | ")
    case .optional(.choice(let names)): FieldType.choice(names).text + " | nil"
    case .optional(let type): type.text + "?"
    }
  }

  /// The names of an enum, optional or not; empty for other types.
  package var choices: [String] {
    switch self {
    case .choice(let names): names
    case .optional(let type): type.choices
    default: []
    }
  }

  /// A value of this type as Lua source, for the example in an error. Keeps what is valid and short in `given`.
  package func example(like given: Value = .none) -> String {
    switch (self, given) {
    case (.secret, _): return "\"…\""
    case (.optional(let type), _): return type.example(like: given)
    case (.list, .list([])), (.list, .map([:])): return "{}"
    case (.list(let item), .list(let items)) where (1...3).contains(items.count):
      return "{ \(items.map { item.example(like: $0) }.joined(separator: ", ")) }"
    case (.list(let item), _): return "{ \(item.example()) }"
    case (.record(let fields), _):
      let record: Record = if case .map(let record) = given { record } else { [:] }
      let shown = fields.filter { record.isEmpty || !$0.value.isOptional || record[$0.key] != .none }
      return FieldType.table(of: shown) { $1.example(like: record[$0]) }
    default:
      if problem(with: given, at: "") == nil, let literal = given.shortLiteral { return literal }
    }
    switch self {
    case .number, .integer: return "2"
    case .boolean: return "true"
    case .table: return "{ }"
    case .choice(let names): return "\"\(names.first ?? "")\""
    default: return "\"…\""
    }
  }

  /// A value that fits the type.
  package var sample: Value {
    switch self {
    case .string, .any, .secret: "…"
    case .number, .integer: 1
    case .boolean: true
    case .table: .map([:])
    case .list(let item): .list([item.sample])
    case .record(let fields): .map(Record(fields.map { ($0.key, $0.value.sample) }))
    case .choice(let names): .string(names.first ?? "")
    case .optional(let type): type.sample
    }
  }

  /// Whether the type has a secret part.
  package var hasSecrets: Bool {
    switch self {
    case .secret: true
    case .list(let item), .optional(let item): item.hasSecrets
    case .record(let fields): fields.values.contains(where: \.hasSecrets)
    default: false
    }
  }

  /// Whether the type describes every part of a value; `any` and `table` do not.
  package var isExact: Bool {
    switch self {
    case .any, .table: false
    case .list(let item): item.isExact
    case .record(let fields): fields.values.allSatisfy(\.isExact)
    case .optional(let type): type.isExact
    default: true
    }
  }

  /// The type's name in errors: `a number`, `one of "a", "b"`.
  package var noun: String {
    switch self {
    case .integer: "an integer"
    case .any: "a value"
    case .secret: "a string"
    case .list(let item): "a list of \(item.text)\(FieldType.words[item.text] == nil ? "" : "s")"
    case .record: "a table"
    case .choice(let names): "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    case .optional(let type): type.noun
    default: "a \(text)"
    }
  }

  /// The first problem of a value, from the outside in; nil if it fits. With `isPartial`, records may lack fields and have others.
  package func problem(with value: Value, at path: String, isPartial: Bool = false) -> FieldProblem? {
    switch (self, value) {
    case (.optional, .none), (.any, _), (.string, .string), (.string, .bytes), (.secret, .string), (.secret, .bytes),
      (.number, .number), (.number, .integer),
      (.integer, .integer), (.boolean, .boolean), (.table, .map), (.table, .list):
      return value == .none ? (isOptional ? nil : FieldProblem(path: path, type: self, value: value)) : nil
    case (.integer, .number(let number)) where number == number.rounded() && abs(number) < 9.0e15: return nil
    case (.optional(let type), _):
      var problem = type.problem(with: value, at: path, isPartial: isPartial)
      if problem?.path == path { problem?.isOptional = true }
      return problem
    case (.choice(let names), .string(let name)) where names.contains(name): return nil
    case (.list(let item), .list(let items)):
      for (index, each) in items.enumerated() {
        if let problem = item.problem(with: each, at: "\(path)[\(index + 1)]", isPartial: isPartial) { return problem }
      }
      return nil
    case (.list, .map(let record)) where record.isEmpty: return nil
    case (.record(let fields), .map(let record)):
      // Checked first: a misspelled name is a better report than the missing field that it causes.
      for (key, value) in record where fields[key] == nil && !isPartial {
        return FieldProblem(path: path.isEmpty ? key : "\(path).\(key)", type: self, value: value, isUnknown: true)
      }
      for (key, type) in fields.sorted(by: { $0.key < $1.key }) where !isPartial || record[key] != .none {
        let inner = path.isEmpty ? key : "\(path).\(key)"
        if let problem = type.problem(with: record[key], at: inner, isPartial: isPartial) { return problem }
      }
      return nil
    default: return FieldProblem(path: path, type: self, value: value)
    }
  }

  /// Whether every value of this kind fits; false if the value itself must be checked.
  @inlinable package func fits(_ kind: TapeKind) -> Bool {
    switch (self, kind) {
    case (.any, .boolean), (.any, .integer), (.any, .float), (.any, .string), (.any, .list), (.any, .map),
      (.string, .string), (.secret, .string), (.integer, .integer), (.number, .integer), (.number, .float),
      (.boolean, .boolean),
      (.table, .list), (.table, .map):
      true
    case (.optional(let type), _): type.fits(kind)
    default: false
    }
  }

  @inlinable package var isOptional: Bool { if case .optional = self { true } else { false } }

  /// Whether the type is one word, `"integer"` or `"integer?"`; not a list, a record, a choice or a secret.
  package var isWord: Bool {
    switch self {
    case .list, .record, .choice, .secret: false
    case .optional(let type): type.isWord
    default: true
    }
  }
}

extension Value {
  /// The value as a short Lua literal; nil if it has none.
  fileprivate var shortLiteral: String? {
    switch self {
    case .string(let text):
      text.count > 20 || text.contains { "\"\\".contains($0) || $0.isNewline } ? nil : literal
    case .integer, .boolean: literal
    case .number(let number): number.isFinite ? literal : nil
    default: nil
    }
  }
}
