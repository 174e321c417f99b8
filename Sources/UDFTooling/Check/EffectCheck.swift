import LuaSyntax
import UDFHost

/// Checks the actions that a feature's effects send, and the services that they call; for a middleware, the actions
/// that it sends.
struct EffectCheck {
  let app: CheckedApp
  /// nil for a middleware, which does not belong to a feature.
  let feature: FeatureDefinition?
  let declaration: Declaration
  var findings: [Finding] = []
  /// The variables that hold the feature's `cx`.
  private var contexts: Set<Variable> = []
  private var seen: Set<Variable> = []
  /// The further arguments of functions that receive the `cx`, by parameter.
  private(set) var given: [Variable: [Located]] = [:]
  /// The sent actions. They are checked when the arguments of all parameters are known.
  private var sends: [Located] = []
  /// Whether the feature's `cx` is passed to a function that the check cannot find.
  private(set) var isOpaque = false
  /// The actions and services that the visited code uses.
  var calls = WrittenCalls()

  static func findings(in app: CheckedApp, _ feature: FeatureDefinition, _ declaration: Declaration) -> [Finding] {
    var check = EffectCheck(app: app, feature: feature, declaration: declaration)
    for effect in declaration.entries("effects") { check.visit(effect: effect.value) }
    for reaction in declaration.lastItems("reactions") { check.visit(effect: reaction.value) }
    for remote in declaration.entries("remote") { check.visit(effect: remote.value) }
    if let auth = declaration["auth"] { check.visit(app.program.meaning(of: auth), context: 0) }
    if let stamp = declaration["stamp"] { check.visit(app.program.meaning(of: stamp), context: 0) }
    check.visitEvents(of: feature)
    check.visitSends()
    check.visitUses(of: feature)
    return check.findings
  }

  /// Returns the actions that an effect, a reaction or a remote sends, and the services that it calls.
  static func calls(
    of value: Located, in app: CheckedApp, _ feature: FeatureDefinition, _ declaration: Declaration
  ) -> WrittenCalls {
    var check = EffectCheck(app: app, feature: feature, declaration: declaration)
    check.visit(effect: value)
    check.visitSends()
    check.calls.isOpen = check.calls.isOpen || check.isOpaque
    return check.calls
  }

  /// Returns the findings of a middleware. Its `before` function returns the actions that continue.
  static func findings(in app: CheckedApp, middleware declaration: Declaration) -> [Finding] {
    var check = EffectCheck(app: app, feature: nil, declaration: declaration)
    let before = declaration["before"] ?? declaration.function
    for function in [before, declaration["after"]].compactMap(\.self) {
      check.visit(app.program.meaning(of: function), context: 0)
    }
    if let before { check.visitAnswers(of: before) }
    check.visitSends()
    return check.findings
  }

  private init(app: CheckedApp, feature: FeatureDefinition?, declaration: Declaration) {
    (self.app, self.feature, self.declaration) = (app, feature, declaration)
  }

  // MARK: effects

  private mutating func visit(effect value: Located) {
    let effect = WrittenEffect(value, in: app)
    if effect.isOpaque { isOpaque = true }
    for target in effect.bindings {
      for type in texts(of: target) { checkType(type.text, at: type.place) }
      visitAnswers(of: target)
    }
    for function in [effect.function, effect.run].compactMap(\.self) + effect.decorators {
      visit(app.program.meaning(of: function), context: 0)
    }
  }

  /// Checks a function that receives the feature's `cx` as its parameter at `position`.
  mutating func visit(_ value: Located, context position: Int, given arguments: [Located] = []) {
    guard let body = value.function else {
      isOpaque = true
      return
    }
    guard position < body.parameters.count else { return }
    for (parameter, argument) in zip(body.parameters, arguments) where value.file.keeps(parameter) {
      given[Variable(file: value.file.name, local: parameter), default: []].append(argument)
    }
    let context = Variable(file: value.file.name, local: body.parameters[position])
    contexts.insert(context)
    guard seen.insert(context).inserted else { return }
    var (expressions, targets): ([Expression], [Expression]) = ([], [])
    body.body.walk { node in
      switch node {
      case .expression(let expression): expressions.append(expression)
      case .statement(let statement): targets += statement.targets
      }
    }
    for expression in expressions { check(value.with(expression)) }
    for target in targets { checkWrite(value.with(target)) }
  }

  private mutating func check(_ value: Located) {
    switch value.expression.kind {
    case .index(let table, let key):
      guard let name = key.text else { return }
      if isField("services", value.with(table)) {
        checkService(name, at: value.with(key))
      } else if let service = service(value.with(table)) {
        checkMethod(name, of: service, at: value.with(key))
      }
    case .call(let callee, let arguments): checkCall(value, callee, arguments)
    case .method(let receiver, let method, _): checkColon(value.with(receiver), method.text, at: value)
    default: break
    }
  }

  private mutating func checkCall(_ call: Located, _ callee: Expression, _ arguments: [Expression]) {
    var (callee, arguments) = (callee, arguments)
    if case .global(let name) = callee.kind, ["pcall", "xpcall"].contains(name), let inner = arguments.first {
      arguments = Array(arguments.dropFirst(name == "pcall" ? 1 : 2))
      callee = inner
    }
    if isField("send", call.with(callee)) {
      if let action = arguments.first, !reportNoAction(call.with(action)) { sends.append(call.with(action)) }
      return
    }
    checkWriter(callee, arguments, in: call)
    if case .index(let table, let key) = callee.kind, let name = key.text, isContext(call.with(table)) {
      return checkContextCall(name, arguments, at: call)
    }
    if case .index(let table, let method) = callee.kind, let service = service(call.with(table)),
      let method = method.text
    {
      return checkArguments(arguments, of: method, in: service, at: call.with(callee))
    }
    for (position, argument) in arguments.enumerated() where isContext(call.with(argument)) {
      visit(app.program.meaning(of: call.with(callee)), context: position, given: arguments.map(call.with))
    }
  }

  /// Reports `cx:send` and `cx.services.kv:set`: both functions take no receiver.
  private mutating func checkColon(_ receiver: Located, _ method: String, at call: Located) {
    var subject = isContext(receiver) ? "cx" : nil
    if let service = service(receiver), app.signature(of: method, in: service) != nil { subject = service }
    guard let subject else { return }
    findings.append(
      call.file.finding(
        "arguments", at: call.expression.position,
        "\(subject).\(method) is called with a dot and not a colon: \(subject).\(method)(…)"))
  }

  private mutating func visitSends() {
    while let action = sends.popLast() { visitAction(action, isWhole: true) }
  }

  // MARK: names

  private func isContext(_ value: Located) -> Bool {
    guard case .local(let id) = value.expression.kind else { return false }
    if contexts.contains(Variable(file: value.file.name, local: id)) { return true }
    guard let other = value.file.value(of: id), case .local(let source) = other.kind else { return false }
    return source != id && contexts.contains(Variable(file: value.file.name, local: source))
  }

  /// Whether a value is this field of a `cx`.
  func isField(_ name: String, _ value: Located) -> Bool {
    switch value.expression.kind {
    case .index(let table, let key): key.text == name && isContext(value.with(table))
    case .local(let id): value.file.value(of: id).map { $0.isIndex && isField(name, value.with($0)) } ?? false
    default: false
    }
  }

  private func service(_ value: Located) -> String? {
    switch value.expression.kind {
    case .index(let table, let key): isField("services", value.with(table)) ? key.text : nil
    case .local(let id): value.file.value(of: id).flatMap { $0.isIndex ? service(value.with($0)) : nil }
    default: nil
    }
  }
}

extension Expression {
  fileprivate var isIndex: Bool { if case .index = kind { true } else { false } }
}
