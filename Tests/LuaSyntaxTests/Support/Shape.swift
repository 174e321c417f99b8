import LuaSyntax

/// A syntax tree as text: operations in parentheses, local variables with their numbers, globals as plain names.
struct Shape {
  let chunk: Chunk

  init(_ source: String) throws { chunk = try Chunk(source.utf8) }

  var text: String { text(chunk.block) }

  private func text(_ block: Block) -> String { block.statements.map { text($0.kind) }.joined(separator: "; ") }

  private func text(_ kind: Statement.Kind) -> String {
    switch kind {
    case .local(let ids, let values): "local \(names(ids)) = \(list(values))"
    case .localFunction(let id, let body): "local \(name(id)) = \(text(body))"
    case .function(let target, let body): "\(text(target)) = \(text(body))"
    case .assign(let targets, let values): "\(list(targets)) = \(list(values))"
    case .call(let call): text(call)
    case .block(let block): "do \(text(block)) end"
    case .whileLoop(let condition, let block): "while \(text(condition)) do \(text(block)) end"
    case .repeatLoop(let block, let condition): "repeat \(text(block)) until \(text(condition))"
    case .branches(let branches):
      branches.map { "\($0.condition.map { "if \(text($0))" } ?? "else") then \(text($0.block))" }.joined(
        separator: " ")
        + " end"
    case .numericLoop(let id, let from, let to, let step, let block):
      "for \(name(id)) = \(text(from)), \(text(to)), \(step.map(text) ?? "1") do \(text(block)) end"
    case .genericLoop(let ids, let values, let block): "for \(names(ids)) in \(list(values)) do \(text(block)) end"
    case .leave: "break"
    case .jump(let label): "goto \(label)"
    case .label(let label): "::\(label)::"
    case .answer(let values): "return \(list(values))"
    }
  }

  private func text(_ body: FunctionBody) -> String {
    let more = body.isVariadic ? ["..."] : []
    return "function(\((body.parameters.map(name) + more).joined(separator: ", "))) \(text(body.body)) end"
  }

  private func text(_ expression: Expression) -> String {
    switch expression.kind {
    case .absent: "nil"
    case .varargs: "..."
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string: "'\(expression.text ?? "no UTF-8")'"
    case .local(let id): name(id)
    case .global(let name): name
    case .index(let value, let key): "\(text(value))[\(text(key))]"
    case .call(let value, let arguments): "\(text(value))(\(list(arguments)))"
    case .method(let value, let name, let arguments): "\(text(value)):\(name.text)(\(list(arguments)))"
    case .function(let body): text(body)
    case .table(let fields): "{\(fields.map(text).joined(separator: ", "))}"
    case .unary(let sign, let value): "(\(sign.rawValue) \(text(value)))"
    case .binary(let sign, let left, let right): "(\(text(left)) \(sign.rawValue) \(text(right)))"
    case .single(let value): "<\(text(value))>"
    }
  }

  private func text(_ field: TableField) -> String {
    switch field {
    case .item(let value): text(value)
    case .named(let key, let value): "[\(text(key))] = \(text(value))"
    }
  }

  private func list(_ values: [Expression]) -> String { values.map(text).joined(separator: ", ") }
  private func names(_ ids: [Local.ID]) -> String { ids.map(name).joined(separator: ", ") }
  private func name(_ id: Local.ID) -> String {
    let local = chunk.locals[id]
    return "\(local.name)#\(id)\(local.attribute.map { "<\($0.rawValue)>" } ?? "")"
  }
}

/// The syntax tree of a source as text, or the error with its position.
func shape(_ source: String) -> String {
  do { return try Shape(source).text } catch let error as LuaSyntaxError {
    return "\(error.position.line):\(error.position.column): \(error.text)"
  } catch { return "\(error)" }
}
