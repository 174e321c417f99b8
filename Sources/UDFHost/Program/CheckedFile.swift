import LuaSyntax

/// A file of an app as its syntax tells of it, nothing run.
package final class CheckedFile {
  package struct Requirement {
    /// Relative to the app's folder.
    package let file: String
    package let position: SourcePosition
  }

  /// Relative to the app's folder.
  package let name: String
  let source: [UInt8]
  package let chunk: Chunk
  /// What a local variable is given wherever that is; nil: a parameter, or one of many values.
  private var values: [Local.ID: [Expression?]] = [:]
  /// What fields of a table in a local variable are given besides its constructor.
  private var fields: [Local.ID: [String: [Expression]]] = [:]
  /// Files that it names in a `require`, also one that may never run.
  package private(set) var requires: [Requirement] = []
  /// Texts that it has for values, and names of the fields that it reads.
  package private(set) var texts: Set<String> = []
  package private(set) var keys: Set<String> = []
  /// Whether it makes actions whose type only a run can tell.
  package private(set) var sendsAny = false
  /// Whether services are handed on as a whole, or found by a name that only a run can tell.
  package private(set) var handsOnServices = false

  package init(_ name: String, _ source: [UInt8]) throws(LuaSyntaxError) {
    self.name = name
    self.source = source
    chunk = try Chunk(source)
    // `cx.services.users` is met before `cx.services`, which is a part of it.
    var direct: Set<SourcePosition> = []
    chunk.block.walk { node in
      switch node {
      case .statement(let statement): note(statement)
      case .expression(let expression): note(expression, &direct)
      }
    }
  }

  /// What the file returns.
  package var answer: Expression? {
    guard case .answer(let values)? = chunk.block.statements.last?.kind else { return nil }
    return values.first
  }

  /// The one value that a variable ever has, if there is one.
  package func value(of local: Local.ID) -> Expression? {
    guard let given = values[local], given.count == 1 else { return nil }
    return given[0]
  }

  /// Whether a parameter is nothing but what its function is called with.
  package func keeps(_ parameter: Local.ID) -> Bool { values[parameter]?.count == 1 }

  /// The one value that `variable.key` is given apart from the table's constructor.
  package func field(_ key: String, of local: Local.ID) -> Expression? {
    guard let given = fields[local]?[key], given.count == 1 else { return nil }
    return given[0]
  }

  /// - Parameter notes: what follows from it, and how to fix it.
  package func finding(
    _ code: String, at position: SourcePosition, severity: Finding.Severity = .error, _ text: String, _ notes: String...
  ) -> Finding {
    let mark = severity == .warning ? "warning: " : ""
    let head = "\(name):\(position.line):\(position.column): \(mark)\(text)"
    let excerpt = SourceExcerpt(source, line: position.line, column: position.column).text()
    return Finding(
      severity: severity,
      error: HostError(
        code: code, message: ([head] + notes.map { "  \($0)" } + [excerpt]).joined(separator: "\n"), file: name,
        line: position.line, column: position.column))
  }

  // MARK: reading

  private func note(_ statement: Statement) {
    switch statement.kind {
    case .local(let ids, let expressions):
      for (index, id) in ids.enumerated() where !expressions.isEmpty { give(id, expressions.value(at: index)) }
    case .assign(let targets, let expressions):
      for (index, target) in targets.enumerated() { assign(expressions.value(at: index), to: target) }
    case .localFunction(let id, let body):
      give(id, function(body, statement))
    case .function(let target, let body):
      assign(function(body, statement), to: target)
    case .numericLoop(let id, _, _, _, _): give(id, nil)
    case .genericLoop(let ids, _, _): for id in ids { give(id, nil) }
    default: break
    }
  }

  private func function(_ body: FunctionBody, _ statement: Statement) -> Expression {
    for id in body.parameters { give(id, nil) }
    return Expression(kind: .function(body), position: statement.position)
  }

  private func give(_ local: Local.ID, _ value: Expression?) { values[local, default: []].append(value) }

  private func assign(_ value: Expression?, to target: Expression) {
    switch target.kind {
    case .local(let id): give(id, value)
    case .index(let table, let key):
      guard case .local(let id) = table.kind, let key = key.text, let value else { return }
      fields[id, default: [:]][key, default: []].append(value)
    default: break
    }
  }

  private func note(_ expression: Expression, _ direct: inout Set<SourcePosition>) {
    switch expression.kind {
    case .function(let body): for id in body.parameters { give(id, nil) }
    case .string: if let text = expression.text { texts.insert(text) }
    case .index(let value, let key):
      if let text = key.text { keys.insert(text) }
      if case .index(_, let inner) = value.kind, inner.text == "services", key.text != nil {
        direct.insert(inner.position)
      }
      if key.text == "services", !direct.contains(key.position) { handsOnServices = true }
    case .method(_, let name, _): keys.insert(name.text)
    case .table(let fields):
      for case .named(let key, let value) in fields where key.text == "type" && value.literalTexts == nil {
        sendsAny = true
      }
    case .call(let callee, let arguments):
      guard case .global("require") = callee.kind, let module = arguments.first?.text,
        ModuleLoader.isModuleName(module)
      else { return }
      requires.append(Requirement(file: ModuleLoader.file(of: module), position: expression.position))
    default: break
    }
  }
}

extension [Expression] {
  /// What a list of values gives to one of several variables; nil if only a run can tell. The first value of a call is what
  /// the call is taken for.
  fileprivate func value(at index: Int) -> Expression? { index < count ? self[index] : nil }
}

extension Expression {
  /// The texts that it may be, `a and "x" or "y"`; nil if only a run can tell.
  package var literalTexts: [String]? {
    switch kind {
    case .string: text.map { [$0] }
    case .absent, .boolean, .unary(.not, _): []
    case .binary(.equal, _, _), .binary(.unequal, _, _), .binary(.less, _, _), .binary(.greater, _, _),
      .binary(.atMost, _, _), .binary(.atLeast, _, _):
      []
    case .single(let value): value.literalTexts
    case .binary(.or, let left, let right):
      left.literalTexts.flatMap { texts in right.literalTexts.map { texts + $0 } }
    case .binary(.and, _, let right): right.literalTexts
    default: nil
    }
  }

  /// What it begins with, if it is put together of texts.
  package var leadingText: String {
    switch kind {
    case .string: text ?? ""
    case .single(let value), .binary(.concatenate, let value, _): value.leadingText
    default: ""
    }
  }
}
