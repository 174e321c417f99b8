import Platform

/// The declared fields of an action.
package struct ActionSchema: Equatable {
  /// Sorted by name.
  package let fields: [(name: String, type: FieldType)]
  private let names: [[UInt8]]
  /// Whether a value that has the right Swift types may still violate the declaration.
  package let isStricterThanTypes: Bool

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
    isStricterThanTypes = !fields.allSatisfy { $0.1.isWord }
  }

  package static func == (left: ActionSchema, right: ActionSchema) -> Bool {
    left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.type == $1.type }
  }

  /// Whether a field, or a part of one, is secret.
  package var hasSecrets: Bool { fields.contains { $0.type.hasSecrets } }

  package subscript(field: String) -> FieldType? { fields.first { $0.name == field }?.type }

  /// Whether an action in byte form fits, by a quick check. If not, ``refusal(of:action:)`` checks in detail.
  package func fits(_ action: UnsafeRawBufferPointer) -> Bool {
    var reader = TapeReader(action)
    var next = 0
    for _ in 0..<(reader.enterMap() ?? 0) {
      let key = reader.key()
      if key.count == 4, memcmp(key.baseAddress!, ActionSchema.type.utf8Start, 4) == 0 {
        _ = reader.skip()
        continue
      }
      // Both are sorted by the bytes of the names, so a skipped name is missing.
      while next < names.count, !ActionSchema.isEqual(key, names[next]) {
        guard fields[next].type.isOptional else { return false }
        next += 1
      }
      guard next < names.count, fields[next].type.fits(reader.kind) else { return false }
      _ = reader.skip()
      next += 1
    }
    while next < fields.count, fields[next].type.isOptional { next += 1 }
    return next == fields.count
  }

  private static let type: StaticString = "type"

  // `elementsEqual` compares byte by byte and would take as long as the rest of the check.
  private static func isEqual(_ key: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
    key.count == name.count && (name.isEmpty || memcmp(key.baseAddress!, name, name.count) == 0)
  }

  /// Returns why these fields are refused, with a line on how to fix it; nil if they fit.
  ///
  /// - Parameters:
  ///   - isPartial: whether other fields are added before the action is dispatched.
  ///   - stamped: the fields that the host adds, which the fix does not contain.
  package func refusal(
    of given: Record, action: String, isPartial: Bool = false, stamped: [String] = []
  ) -> (text: String, fix: String)? {
    var given = given
    given["type"] = .none
    let required = fields.map { name, type in
      (name, isPartial && given[name] == .none ? FieldType.optional(type) : type)
    }
    let whole = FieldType.record(Dictionary(uniqueKeysWithValues: required))
    guard let problem = whole.problem(with: .map(given), at: "") else { return nil }
    if problem.isUnknown, case .record(let known) = problem.type {
      let name = problem.path.split(separator: ".").last.map(String.init) ?? ""
      if stamped.contains(name), name == problem.path {
        return (
          "stamp adds the field \(name), which is not declared",
          "To fix this, declare it in actions.\(action.split(separator: "/").last ?? ""), "
            + "or let stamp return it only for the actions that declare it"
        )
      }
      let hint = known.isEmpty ? " It takes no fields." : didYouMean(name, among: known.keys)
      // The value goes to the field that was probably meant.
      if name == problem.path, let meant = suggestion(for: name, among: known.keys), given[meant] == .none {
        given[meant] = given[name]
      }
      let call = call(action, problem.path, given, besides: stamped)
      return ("unknown field \(problem.path).\(hint)", "To fix this, send only declared fields: \(call)")
    }
    let call = call(action, problem.path, given, besides: stamped)
    if problem.value == .none {
      return ("\(problem.path) is missing; it must be \(problem.type.noun)", "To fix this, send it: \(call)")
    }
    let note = problem.isOptional && problem.value == .null ? "; to leave an optional field out, send nil" : ""
    return (
      "\(problem.path) must be \(problem.type.noun), got \(problem.type == .secret ? "something else" : problem.value.shown)\(note)",
      "To fix this, send \(problem.type.noun): \(call)"
    )
  }

  /// Returns a call that sends the action with its valid fields, and with examples for the others. The field with the
  /// problem at `path` comes last.
  private func call(_ action: String, _ path: String, _ given: Record, besides stamped: [String]) -> String {
    let call = action.replacing("/", with: ".")
    let wrong = String(path.prefix { $0 != "." && $0 != "[" })
    let sent = fields.filter { name, type in
      name == wrong || !stamped.contains(name) && (!type.isOptional || given[name] != .none)
    }
    if sent.isEmpty { return "\(call){}" }
    let ordered = sent.filter { $0.name != wrong } + sent.filter { $0.name == wrong }
    let texts = ordered.map { name, type in "\(name) = \(type.example(like: given[name]))" }
    return "\(call){ \(texts.joined(separator: ", ")) }"
  }
}
