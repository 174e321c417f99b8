/// Resolves names. Definitions may be circular, so a name that needs more than `maxSteps` steps counts as unknown.
extension LuaProgram {
  private static let maxSteps = 100

  /// The table, function or call that an expression evaluates to, resolved through variables, fields and modules; an
  /// expression that cannot be resolved further stays as it is.
  package func meaning(of value: Located) -> Located {
    var steps = LuaProgram.maxSteps
    return meaning(of: value, &steps)
  }

  /// The value of a field; nil if it is known only at run time.
  package func member(_ key: String, of value: Located) -> Located? {
    var steps = LuaProgram.maxSteps
    return member(key, of: value, &steps)
  }

  /// The items in the constructor of a list.
  package func items(of list: Located) -> [Located] {
    let list = meaning(of: list)
    return (list.fields ?? []).compactMap { field in
      if case .item(let value) = field { list.with(value) } else { nil }
    }
  }

  private func meaning(of value: Located, _ steps: inout Int) -> Located {
    guard let next = next(value, &steps) else { return value }
    return meaning(of: next, &steps)
  }

  /// Resolves a variable, a field or a `require` by one step.
  private func next(_ value: Located, _ steps: inout Int) -> Located? {
    steps -= 1
    guard steps > 0 else { return nil }
    switch value.expression.kind {
    case .single(let inner): return value.with(inner)
    case .local(let id): return value.file.value(of: id).map(value.with)
    case .index(let table, let key): return key.text.flatMap { member($0, of: value.with(table), &steps) }
    case .call: return required(by: value)
    default: return nil
    }
  }

  private func member(_ key: String, of value: Located, _ steps: inout Int) -> Located? {
    switch value.expression.kind {
    case .local(let id):
      if let given = value.file.field(key, of: id) { return value.with(given) }
    case .table(let fields):
      for case .named(let name, let given) in fields.reversed() where name.text == key { return value.with(given) }
    default: break
    }
    return next(value, &steps).flatMap { member(key, of: $0, &steps) }
  }

  /// The expression that the module of `require "module"` returns.
  private func required(by call: Located) -> Located? {
    guard case .call(let callee, let arguments) = call.expression.kind, case .global("require") = callee.kind,
      let module = arguments.first?.text, let name = ModuleName.file(of: module), let file = files[name],
      let answer = file.answer
    else { return nil }
    return Located(file, answer)
  }

  /// The name and arguments of a call to a function of the module `udf`; nil for another expression.
  package func library(_ call: Located) -> (name: String, arguments: [Expression])? {
    guard case .call(let callee, let arguments) = call.expression.kind, case .index(let table, let key) = callee.kind,
      let name = key.text, case .call(let require, let modules) = meaning(of: call.with(table)).expression.kind,
      case .global("require") = require.kind, modules.first?.text == "udf"
    else { return nil }
    return (name, arguments)
  }
}
