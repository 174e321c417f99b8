import LuaSyntax

/// The known names in the parameters of functions: of those that the host calls, and of those that they call.
struct HandedShapes {
  private struct Parameter {
    var shape: Shape
    let function: FunctionPlace
    let position: Int
  }

  private let program: LuaProgram
  private let uses: FunctionUses
  private var parameters: [Variable: Parameter] = [:]
  /// Parameters that also receive values of unknown shape.
  private var opaque: Set<Variable> = []
  /// Parameters whose values may get further names in unknown code.
  private var open: Set<Variable> = []

  /// - Parameter roots: functions that the host calls, each with a position and the shape of the argument there.
  init(in program: LuaProgram, _ uses: FunctionUses, roots: [(function: Located, position: Int, shape: Shape)]) {
    (self.program, self.uses) = (program, uses)
    var waiting: [Located] = []
    for root in roots { waiting += give(root.shape, to: root.function, at: root.position) }
    while let function = waiting.popLast() {
      function.function?.body.walk { node in
        guard case .expression(let expression) = node, let call = FunctionUses.call(function.with(expression)) else {
          return
        }
        for (position, argument) in call.arguments.enumerated() {
          if let shape = shape(of: argument) { waiting += give(shape, to: call.callee, at: position) }
        }
      }
    }
    findOpaque()
    findOpen()
  }

  func shape(of value: Located) -> Shape? { shape(of: value, steps: 20) }

  /// Whether the value may have unknown names.
  func isOpen(_ value: Located) -> Bool { variable(of: value).map(open.contains) ?? true }

  private func shape(of value: Located, steps: Int) -> Shape? {
    guard steps > 0 else { return nil }
    switch value.expression.kind {
    case .local(let id):
      let variable = Variable(file: value.file.name, local: id)
      if let parameter = parameters[variable] { return opaque.contains(variable) ? nil : parameter.shape }
      return value.file.value(of: id).flatMap { shape(of: value.with($0), steps: steps - 1) }
    case .index(let table, let key):
      guard let name = key.text, let whole = shape(of: value.with(table), steps: steps - 1) else { return nil }
      return whole.members[name] ?? nil
    case .single(let inner): return shape(of: value.with(inner), steps: steps - 1)
    default: return nil
    }
  }

  /// Returns the parameter that is this value or contains it.
  private func variable(of value: Located, steps: Int = 20) -> Variable? {
    guard steps > 0 else { return nil }
    switch value.expression.kind {
    case .local(let id):
      let variable = Variable(file: value.file.name, local: id)
      if parameters[variable] != nil { return variable }
      return value.file.value(of: id).flatMap { self.variable(of: value.with($0), steps: steps - 1) }
    case .index(let inner, _), .single(let inner): return variable(of: value.with(inner), steps: steps - 1)
    default: return nil
    }
  }

  /// Adds a shape to a parameter. Returns the functions that must be visited again.
  private mutating func give(_ shape: Shape, to function: Located, at position: Int) -> [Located] {
    let function = program.meaning(of: function)
    guard let body = function.function, position < body.parameters.count, let place = FunctionPlace(function) else {
      return []
    }
    let parameter = body.parameters[position]
    guard function.file.keeps(parameter) else { return [] }
    let variable = Variable(file: function.file.name, local: parameter)
    let merged = parameters[variable]?.shape.merged(with: shape) ?? shape
    if parameters[variable]?.shape == merged { return [] }
    parameters[variable] = Parameter(shape: merged, function: place, position: position)
    return [function]
  }

  // MARK: unknown shapes

  private mutating func findOpaque() {
    var count = -1
    while count != opaque.count {
      count = opaque.count
      for (variable, parameter) in parameters where !opaque.contains(variable) {
        if uses.escaped.contains(parameter.function) || calls(of: parameter).contains(where: { isOther($0, variable) })
        {
          opaque.insert(variable)
        }
      }
    }
  }

  /// Returns the argument for a parameter in each call; nil for an argument that is unknown before the app runs.
  private func calls(of parameter: Parameter) -> [Located?] {
    (uses.calls[parameter.function] ?? []).compactMap { arguments -> Located?? in
      if parameter.position < arguments.count {
        let argument = arguments[parameter.position]
        return parameter.position == arguments.count - 1 && argument.expression.isMultiple ? .some(nil) : argument
      }
      return arguments.last?.expression.isMultiple == true ? .some(nil) : nil
    }
  }

  private func isOther(_ argument: Located?, _ variable: Variable) -> Bool {
    guard let argument else { return true }
    if case .absent = argument.expression.kind { return false }
    return shape(of: argument) == nil && self.variable(of: argument) != variable
  }

  private mutating func findOpen() {
    for file in program.all {
      file.chunk.block.walk { node in
        switch node {
        case .statement(let statement):
          guard case .assign(let targets, _) = statement.kind else { return }
          for case .index(let table, let key) in targets.map(\.kind) where key.text == nil {
            open.formUnion([variable(of: Located(file, table))].compactMap(\.self))
          }
        case .expression(let expression):
          guard let (callee, arguments) = FunctionUses.call(Located(file, expression)), mayWrite(callee) else { return }
          open.formUnion(arguments.compactMap { variable(of: $0) })
        }
      }
    }
    // A function and its callers share the value, so the property is propagated until nothing changes.
    var count = -1
    while count != open.count {
      count = open.count
      for (variable, parameter) in parameters {
        let handed = calls(of: parameter).compactMap { $0.flatMap { self.variable(of: $0) } }
        if open.contains(variable) {
          open.formUnion(handed)
        } else if handed.contains(where: open.contains) {
          open.insert(variable)
        }
      }
    }
  }

  /// Whether a function may write to its arguments and is not visited itself.
  private func mayWrite(_ callee: Located) -> Bool {
    switch callee.expression.kind {
    case .global(let name): return ["rawset", "setmetatable"].contains(name)
    case .index(let table, let key):
      if case .global = table.kind { return false }
      if program.library(callee.with(Expression(kind: .call(callee.expression, []), position: key.position))) != nil {
        return false
      }
      // The functions of a `cx` copy their arguments.
      if let owner = variable(of: callee), parameters[owner]?.shape.kind == .context { return false }
    default: break
    }
    return program.meaning(of: callee).function == nil
  }
}
