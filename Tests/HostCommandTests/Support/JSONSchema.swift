import Testing
import UDFHost
import UDFServices

/// The part of JSON Schema that the documentation's schema uses.
struct JSONSchema {
  let schema: Value

  /// The documented schema of the lines of a batch.
  static func ofBatch() throws -> JSONSchema { JSONSchema(schema: try documented("JSONLines#2")) }

  /// The documented schema of the lines of a subcommand.
  static func of(_ subcommand: String) throws -> JSONSchema {
    let schema = try documented("JSONLines#3")["$defs"][subcommand]
    try #require(schema != .none, "\(subcommand) has no schema")
    return JSONSchema(schema: schema)
  }

  private static func documented(_ id: String) throws -> Value {
    let block = try #require(DocumentationBlock.of("json").first { $0.id == id })
    return try JSONReader.value(of: Array(block.text.utf8))
  }

  /// The kinds of its choices.
  var kinds: Set<String> {
    guard case .list(let choices) = schema["oneOf"] else { return [] }
    return Set(
      choices.flatMap { choice -> [String] in
        let kind = choice["properties"]["kind"]
        guard case .list(let values) = kind["enum"] else { return [kind["const"].text ?? ""] }
        return values.map { $0.text ?? "" }
      })
  }

  /// What is wrong with a value; nil if it fits. A property that the schema does not name is wrong.
  func problem(_ value: Value) -> String? { Self.problem(value, schema) }

  private static func problem(_ value: Value, _ schema: Value) -> String? {
    if case .list(let choices) = schema["oneOf"] {
      let kind = value["kind"]
      guard let choice = choices.first(where: { problem(kind, $0["properties"]["kind"]) == nil }) else {
        return "the kind \(kind) is unknown"
      }
      return problem(value, choice)
    }
    if schema["const"] != .none, schema["const"] != value { return "\(value) is not \(schema["const"])" }
    if case .list(let values) = schema["enum"], !values.contains(value) { return "\(value) is none of \(values)" }
    switch schema["type"] {
    case .string(let type): if !fits(value, type) { return "\(value) is no \(type)" }
    case .list(let types):
      if !types.contains(where: { fits(value, $0.text ?? "") }) { return "\(value) is none of \(types)" }
    default: break
    }
    if case .list(let names) = schema["required"] {
      for name in names where value[name.text ?? ""] == .none { return "\(name) is missing" }
    }
    if case .map(let properties) = schema["properties"], case .map(let fields) = value {
      for (name, field) in fields {
        guard properties[name] != .none else { return "\(name) is not in the schema" }
        if let problem = problem(field, properties[name]) { return "\(name): \(problem)" }
      }
    }
    if case .list(let items) = value, case .map = schema["items"] {
      for item in items { if let problem = problem(item, schema["items"]) { return problem } }
    }
    return nil
  }

  private static func fits(_ value: Value, _ type: String) -> Bool {
    switch (value, type) {
    case (.map, "object"), (.list, "array"), (.string, "string"), (.boolean, "boolean"), (.integer, "integer"),
      (.integer, "number"), (.number, "number"), (.null, "null"):
      true
    // An empty table may stand for a list.
    case (.map([:]), "array"): true
    default: false
    }
  }
}
