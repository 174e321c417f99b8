import LuaSyntax

/// An effect in the source: a function or a bound use case, with or without policies.
struct WrittenEffect {
  /// The names of its policies, outermost first.
  private(set) var policies: [String] = []
  /// The functions `id` in the options of its policies.
  private(set) var ids: [Located] = []
  /// The function itself, which receives `cx` and the action.
  private(set) var function: Located?
  /// For a use case, its `run`, which receives `cx` and an input. `decorators` are the functions that decorate it.
  private(set) var run: Located?
  private(set) var decorators: [Located] = []
  /// The actions that the outputs of the use case are mapped to.
  private(set) var bindings: [Located] = []
  /// Whether a part of the effect was not found in the source.
  private(set) var isOpaque = false

  init(_ value: Located, in app: CheckedApp) { read(value, in: app) }

  private mutating func read(_ value: Located, in app: CheckedApp) {
    let found = app.program.meaning(of: value)
    if found.function != nil {
      function = value
      return
    }
    if let (name, arguments) = app.program.library(found), let position = app.policies[name],
      position < arguments.count
    {
      policies.append(name)
      if position + 1 < arguments.count,
        let id = app.program.member("id", of: found.with(arguments[position + 1]))
      {
        ids.append(id)
      }
      return read(found.with(arguments[position]), in: app)
    }
    guard case .method(let usecase, let name, let arguments) = found.expression.kind, name.text == "bind",
      let bindings = arguments.first.map({ app.program.meaning(of: found.with($0)) }), let targets = bindings.fields
    else {
      isOpaque = true
      return
    }
    for case .named(_, let target) in targets { self.bindings.append(bindings.with(target)) }
    read(usecase: found.with(usecase), in: app)
  }

  private mutating func read(usecase value: Located, in app: CheckedApp) {
    let found = app.program.meaning(of: value)
    if case .method(let inner, let name, let arguments) = found.expression.kind, name.text == "decorate" {
      let decorator = arguments.first.map { found.with($0) }
      if let decorator, app.program.meaning(of: decorator).function != nil { decorators.append(decorator) }
      return read(usecase: found.with(inner), in: app)
    }
    guard let (name, arguments) = app.program.library(found), name == "usecase", let definition = arguments.first,
      let run = app.program.member("run", of: found.with(definition))
    else {
      isOpaque = true
      return
    }
    self.run = run
  }
}
