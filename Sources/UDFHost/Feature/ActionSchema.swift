import LuaRuntime
import Platform

/// The declared fields of an action.
package struct ActionSchema: Equatable {
  /// Sorted by name.
  package let fields: [(name: String, type: FieldType)]
  private let names: [[UInt8]]
  /// Whether a value of Swift types that suit the fields may still not fit.
  let saysMoreThanTypes: Bool

  package init(_ declared: Value, action: String) throws(FieldTypeError) {
    var fields: [(String, FieldType)] = []
    if case .map(let record) = declared {
      for (name, value) in record {
        if name == "type" {
          throw FieldTypeError(
            text: "actions.\(action).type: the name \"type\" is taken by the action's own type; choose another",
            field: name)
        }
        do { fields.append((name, try FieldType(value))) } catch {
          throw FieldTypeError(text: "actions.\(action).\(name): \(error.text)", field: name)
        }
      }
    } else if declared != .list([]) {
      throw FieldTypeError(
        text: "actions.\(action) must be a table of types: { qty = \"number\" }, got a \(declared.kind)")
    }
    self.fields = fields
    names = fields.map { Array($0.0.utf8) }
    saysMoreThanTypes = !fields.allSatisfy { $0.1.isWord }
  }

  package static func == (left: ActionSchema, right: ActionSchema) -> Bool {
    left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.type == $1.type }
  }

  package subscript(field: String) -> FieldType? { fields.first { $0.name == field }?.type }

  /// Whether an action in byte form fits, seen at a glance; if not, ``refusal(of:action:)`` has to look closer.
  func fits(_ action: UnsafeRawBufferPointer) -> Bool {
    var reader = TapeReader(action)
    var next = 0
    for _ in 0..<(reader.enterMap() ?? 0) {
      let key = reader.key()
      if key.count == 4, key.elementsEqual("type".utf8) {
        _ = reader.skip()
        continue
      }
      // Both come in byte order of the names, so what is passed by is missing.
      while next < names.count, !ActionSchema.isEqual(key, names[next]) {
        guard fields[next].type.isOptional else { return false }
        next += 1
      }
      guard next < names.count, fields[next].type.fits(reader.kind) else { return false }
      _ = reader.skip()
      next += 1
    }
    return fields[next...].allSatisfy(\.type.isOptional)
  }

  // By the byte, `elementsEqual` takes as long as all else that is done here.
  private static func isEqual(_ key: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
    key.count == name.count && (name.isEmpty || memcmp(key.baseAddress!, name, name.count) == 0)
  }

  /// Why these fields are refused, with a line on how to fix it; nil if they fit.
  package func refusal(of given: Record, action: String) -> (text: String, fix: String)? {
    var given = given
    given["type"] = .none
    let whole = FieldType.record(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type) }))
    guard let problem = whole.problem(with: .map(given), at: "") else { return nil }
    if problem.isUnknown, case .record(let known) = problem.type {
      let name = problem.path.split(separator: ".").last.map(String.init) ?? ""
      let hint = known.isEmpty ? " It takes no fields." : didYouMean(name, among: known.keys)
      return ("unknown field \(problem.path).\(hint)", "To fix this, send only declared fields: \(example(action))")
    }
    if problem.value == .none {
      return (
        "\(problem.path) is missing; it must be \(problem.type.noun)",
        "To fix this, send it: \(example(action, with: problem.path, of: given))"
      )
    }
    return (
      "\(problem.path) must be \(problem.type.noun), got \(problem.value.shown)",
      "To fix this, send \(problem.type.noun): \(example(action, with: problem.path, of: given))"
    )
  }

  /// How the action is sent; with a path only what must be there, what of it was `given` and is right as it was, and at the
  /// end what stands at the path.
  private func example(_ action: String, with path: String? = nil, of given: Record = [:]) -> String {
    let call = action.replacing("/", with: ".")
    let meant = path.map { String($0.prefix { $0 != "." && $0 != "[" }) }
    let shown = fields.filter { meant == nil || !$0.type.isOptional || $0.name == meant }
    if shown.isEmpty { return "\(call){}" }
    let ordered = shown.filter { $0.name != meant } + shown.filter { $0.name == meant }
    let texts = ordered.map { name, type in
      let kept = name == meant || type.problem(with: given[name], at: "") != nil ? nil : given[name].shortLiteral
      return "\(name) = \(kept ?? type.example(for: name))"
    }
    return "\(call){ \(texts.joined(separator: ", ")) }"
  }
}

extension Value {
  /// As Lua would read it, if that is short.
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
