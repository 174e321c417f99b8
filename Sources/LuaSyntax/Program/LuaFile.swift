/// One file of an app, and the facts that its syntax shows without running it.
package final class LuaFile {
  package struct Requirement {
    /// The path `a/b.lua`, relative to the app's folder. The module may also be `a/b/init.lua`, or missing.
    package let file: String
    package let position: SourcePosition
  }

  /// The path, relative to the app's folder.
  package let name: String
  package let source: [UInt8]
  package let chunk: Chunk
  /// All values assigned to each local variable; nil for a parameter, a loop variable, or one of several results of a call.
  private var values: [Local.ID: [Expression?]] = [:]
  /// All values assigned to fields of the table in a local variable, except those in the table's constructor.
  private var fields: [Local.ID: [String: [Expression]]] = [:]
  /// The files that this file requires, including by a `require` that may never run.
  package private(set) var requires: [Requirement] = []
  /// All string literals in the file, and the names of all fields and methods that it accesses.
  package private(set) var texts: Set<String> = []
  package private(set) var keys: Set<String> = []
  /// Whether the file builds an action whose type is known only at run time.
  package private(set) var buildsUnknownActions = false
  /// Whether the file passes the table of all services on, or selects a service by a name that is known only at run time.
  package private(set) var usesUnknownServices = false

  package init(_ name: String, _ source: [UInt8]) throws(LuaSyntaxError) {
    self.name = name
    self.source = source
    chunk = try Chunk(source)
    // The walk visits `cx.services.users` before its part `cx.services`.
    var direct: Set<SourcePosition> = []
    chunk.block.walk { node in
      switch node {
      case .statement(let statement): note(statement)
      case .expression(let expression): note(expression, &direct)
      }
    }
  }

  /// The expression that the file returns.
  package var answer: Expression? {
    guard case .answer(let values)? = chunk.block.statements.last?.kind else { return nil }
    return values.first
  }

  /// The value of a variable that is assigned exactly once.
  package func value(of local: Local.ID) -> Expression? {
    guard let given = values[local], given.count == 1 else { return nil }
    return given[0]
  }

  /// Whether the function never assigns a value to its parameter.
  package func keeps(_ parameter: Local.ID) -> Bool { values[parameter]?.count == 1 }

  /// The value of `variable.key`, if it is assigned exactly once outside of the table's constructor.
  package func field(_ key: String, of local: Local.ID) -> Expression? {
    guard let given = fields[local]?[key], given.count == 1 else { return nil }
    return given[0]
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
      if key.text == "services", !direct.contains(key.position) { usesUnknownServices = true }
    case .method(_, let name, _): keys.insert(name.text)
    case .table(let fields):
      for case .named(let key, let value) in fields where key.text == "type" && value.literalTexts == nil {
        buildsUnknownActions = true
      }
    case .call(let callee, let arguments):
      guard case .global("require") = callee.kind, let module = arguments.first?.text,
        let file = ModuleName.file(of: module)
      else { return }
      requires.append(Requirement(file: file, position: expression.position))
    default: break
    }
  }
}

extension [Expression] {
  /// The value that an assignment gives to the variable at `index`; nil if it is one of several results of a call.
  fileprivate func value(at index: Int) -> Expression? { index < count ? self[index] : nil }
}

extension Expression {
  /// The strings that the expression may evaluate to, as in `a and "x" or "y"`; nil if they are known only at run time.
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

  /// The literal at the start of a string or concatenation; empty if there is none.
  package var leadingText: String {
    switch kind {
    case .string: text ?? ""
    case .single(let value), .binary(.concatenate, let value, _): value.leadingText
    default: ""
    }
  }
}
