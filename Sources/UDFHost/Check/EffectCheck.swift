import LuaSyntax

/// What the effects of a feature send, and which services they call with what.
struct EffectCheck {
  private static let policies = [
    "every": 0, "leading": 0, "latest": 0, "queue": 0, "background": 0, "debounce": 1, "throttle": 1,
  ]

  private let app: CheckedApp
  private let feature: FeatureDefinition
  private let declaration: Declaration
  private var findings: [Finding] = []
  /// Variables that hold the `cx` of the feature.
  private var contexts: Set<Variable> = []
  private var seen: Set<Variable> = []
  /// Whether something runs with the feature's `cx` that cannot be found.
  private var isOpaque = false

  static func findings(in app: CheckedApp, _ feature: FeatureDefinition, _ declaration: Declaration) -> [Finding] {
    var check = EffectCheck(app: app, feature: feature, declaration: declaration)
    for effect in declaration.entries("effects") { check.visit(effect: effect.value) }
    for reaction in declaration.lastItems("reactions") { check.visit(effect: reaction.value) }
    for remote in declaration.entries("remote") { check.visit(effect: remote.value) }
    check.visitEvents()
    check.visitUses()
    return check.findings
  }

  private init(app: CheckedApp, feature: FeatureDefinition, declaration: Declaration) {
    (self.app, self.feature, self.declaration) = (app, feature, declaration)
  }

  // MARK: effects

  private mutating func visit(effect value: Located) {
    let found = app.program.meaning(of: value)
    if found.function != nil { return visit(found, context: 0) }
    if let (name, arguments) = app.program.library(found), let position = EffectCheck.policies[name],
      position < arguments.count
    {
      return visit(effect: found.with(arguments[position]))
    }
    guard case .method(let usecase, let name, let arguments) = found.expression.kind, name.text == "bind",
      let bindings = arguments.first.map({ app.program.meaning(of: found.with($0)) })?.fields
    else {
      isOpaque = true
      return
    }
    for case .named(_, let target) in bindings {
      if let types = target.literalTexts { for type in types { checkType(type, at: found.with(target)) } }
      visitAnswers(of: found.with(target))
    }
    visit(usecase: found.with(usecase))
  }

  private mutating func visit(usecase value: Located) {
    let found = app.program.meaning(of: value)
    if case .method(let inner, let name, let arguments) = found.expression.kind, name.text == "decorate" {
      let decorator = arguments.first.map { app.program.meaning(of: found.with($0)) }
      if let decorator, decorator.function != nil { visit(decorator, context: 0) }
      return visit(usecase: found.with(inner))
    }
    guard let (name, arguments) = app.program.library(found), name == "usecase", let definition = arguments.first,
      let run = app.program.member("run", of: found.with(definition))
    else {
      isOpaque = true
      return
    }
    visit(app.program.meaning(of: run), context: 0)
  }

  /// A function that is given the feature's `cx` as its parameter at `position`.
  private mutating func visit(_ value: Located, context position: Int) {
    guard let body = value.function else {
      isOpaque = true
      return
    }
    guard position < body.parameters.count else { return }
    let context = Variable(file: value.file.name, local: body.parameters[position])
    contexts.insert(context)
    guard seen.insert(context).inserted else { return }
    var expressions: [Expression] = []
    body.body.walk { if case .expression(let expression) = $0 { expressions.append(expression) } }
    for expression in expressions { check(value.with(expression)) }
  }

  private mutating func check(_ value: Located) {
    switch value.expression.kind {
    case .index(let table, let key):
      guard let name = key.text else { return }
      if isServices(value.with(table)) {
        checkService(name, at: value.with(key))
      } else if let service = service(value.with(table)) {
        checkMethod(name, of: service, at: value.with(key))
      }
    case .call(let callee, let arguments): checkCall(value, callee, arguments)
    default: break
    }
  }

  private mutating func checkCall(_ call: Located, _ callee: Expression, _ arguments: [Expression]) {
    if case .index(let table, let name) = callee.kind, name.text == "send", isContext(call.with(table)) {
      if let action = arguments.first { visitAction(call.with(action), isWhole: true) }
      return
    }
    var (callee, arguments) = (callee, arguments)
    if case .global(let name) = callee.kind, ["pcall", "xpcall"].contains(name), let inner = arguments.first {
      arguments = Array(arguments.dropFirst(name == "pcall" ? 1 : 2))
      callee = inner
    }
    if case .index(let table, let method) = callee.kind, let service = service(call.with(table)),
      let method = method.text
    {
      return checkArguments(arguments, of: method, in: service, at: call.with(callee))
    }
    for (position, argument) in arguments.enumerated() where isContext(call.with(argument)) {
      visit(app.program.meaning(of: call.with(callee)), context: position)
    }
  }

  // MARK: what names stand for

  private func isContext(_ value: Located) -> Bool {
    guard case .local(let id) = value.expression.kind else { return false }
    if contexts.contains(Variable(file: value.file.name, local: id)) { return true }
    guard let other = value.file.value(of: id), case .local(let source) = other.kind else { return false }
    return source != id && contexts.contains(Variable(file: value.file.name, local: source))
  }

  private func isServices(_ value: Located) -> Bool {
    switch value.expression.kind {
    case .index(let table, let key): key.text == "services" && isContext(value.with(table))
    case .local(let id): value.file.value(of: id).map { $0.isIndex && isServices(value.with($0)) } ?? false
    default: false
    }
  }

  private func service(_ value: Located) -> String? {
    switch value.expression.kind {
    case .index(let table, let key): isServices(value.with(table)) ? key.text : nil
    case .local(let id): value.file.value(of: id).flatMap { $0.isIndex ? service(value.with($0)) : nil }
    default: nil
    }
  }

  // MARK: actions

  /// An event that is a function returns actions.
  private mutating func visitEvents() {
    for event in declaration.entries("events") {
      guard case .action(let type)? = feature.events[event.name] else {
        visitAnswers(of: event.value)
        continue
      }
      checkType(type, at: event.value)
    }
  }

  private mutating func visitAnswers(of function: Located, steps: Int = 3) {
    let found = app.program.meaning(of: function)
    guard steps > 0, let body = found.function else { return }
    for case let answer? in body.body.answers.map(\.first) {
      visitAction(found.with(answer), isWhole: true, steps: steps - 1)
    }
  }

  /// - Parameter isWhole: the table is all there is of the action; nothing adds to it.
  private mutating func visitAction(_ value: Located, isWhole: Bool, steps: Int = 3) {
    switch value.expression.kind {
    case .table(let fields): checkAction(fields, isWhole: isWhole, at: value)
    case .single(let inner): visitAction(value.with(inner), isWhole: isWhole, steps: steps)
    case .binary(let sign, let left, let right) where sign == .or || sign == .and:
      if sign == .or { visitAction(value.with(left), isWhole: isWhole, steps: steps) }
      visitAction(value.with(right), isWhole: isWhole, steps: steps)
    case .local:
      let found = app.program.meaning(of: value)
      if let fields = found.fields { checkAction(fields, isWhole: false, at: found) }
    case .call(let callee, _): visitAnswers(of: value.with(callee), steps: steps)
    // It is run later, with a `cx` of its own.
    case .function: visit(value, context: 0)
    default: break
    }
  }

  private mutating func checkAction(_ fields: [TableField], isWhole: Bool, at place: Located) {
    for case .named(let key, let value) in fields where key.text == "type" {
      guard let types = value.literalTexts else { return }
      for type in types { checkType(type, at: place.with(value)) }
      guard isWhole, types.count == 1 else { return }
      checkFields(fields, of: feature.fullType(of: types[0]), at: place)
    }
  }

  private mutating func checkType(_ type: String, at place: Located) {
    let full = feature.fullType(of: type)
    if app.isHandled(full), !full.hasPrefix(FlowDefinition.feature + "/") { return }
    let problem =
      full.hasPrefix(FlowDefinition.feature + "/")
      ? "only a flow moves between screens"
      : "no feature handles this action." + app.hint(for: type, in: feature)
    findings.append(
      place.file.finding("unhandled", at: place.expression.position, "\(full): \(problem)"))
  }

  private mutating func checkFields(_ fields: [TableField], of action: String, at place: Located) {
    guard let schema = app.schema(of: action), let given = fields.record(as: { schema[$0] }),
      let refusal = schema.refusal(of: given, action: action)
    else { return }
    let name = refusal.text.hasPrefix("unknown field ") ? refusal.text.dropFirst(14) : refusal.text[...]
    let position =
      fields.position(of: name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) ?? place.expression.position
    findings.append(place.file.finding("refused", at: position, "\(action): \(refusal.text)", refusal.fix))
  }

  // MARK: services

  private mutating func checkService(_ name: String, at place: Located) {
    if feature.uses.contains(name) { return }
    let known = app.generation.methods.map(\.key)
    guard known.contains(name) else {
      findings.append(
        place.file.finding(
          "service", at: place.expression.position, "there is no service \"\(name)\".\(didYouMean(name, among: known))")
      )
      return
    }
    findings.append(
      place.file.finding(
        "uses", at: place.expression.position, "the service \"\(name)\" is not listed by the feature \(feature.name)",
        "To fix this, add it: uses = { \((feature.uses + [name]).map { "\"\($0)\"" }.joined(separator: ", ")) }"))
  }

  private mutating func checkMethod(_ method: String, of service: String, at place: Located) {
    guard app.generation.methods[service] != .none else { return }
    let known = app.generation.methods[service].texts
    if known.contains(method) { return }
    findings.append(
      place.file.finding(
        "service", at: place.expression.position,
        "the service \(service) has no method \"\(method)\".\(didYouMean(method, among: known))"))
  }

  private mutating func checkArguments(
    _ arguments: [Expression], of method: String, in service: String, at place: Located
  ) {
    guard let signature = app.signature(of: method, in: service), arguments.last?.isMultiple != true else { return }
    let parameters = signature.parameters
    var values = arguments.enumerated().map { position, argument in
      argument.value(as: position < parameters.count ? parameters[position].type : nil)
    }
    if arguments.count == 1, case .table(let fields) = arguments[0].kind {
      // It may be the arguments by name, or the first one: only where it cannot be that is something known of it.
      guard parameters.first?.type.takesTables != true,
        let named = fields.record(as: { name in parameters.first { $0.name == name }?.type })
      else { return }
      values = [.map(named)]
    }
    do throws(ServiceError) { _ = try signature.bind(values) } catch {
      let lines = error.message.split(separator: "\n").map(String.init)
      findings.append(
        place.file.finding(
          "arguments", at: place.expression.position, lines[0],
          lines.dropFirst().map { String($0.drop { $0 == " " }) }.joined(separator: " ")))
    }
  }

  /// What is listed for nothing.
  private mutating func visitUses() {
    let files = app.program.closure(of: declaration.place.file)
    if isOpaque || files.contains(where: \.handsOnServices) { return }
    for item in declaration.items("uses") {
      guard let name = item.expression.text, !files.contains(where: { $0.keys.contains(name) }) else { continue }
      findings.append(
        item.file.finding(
          "unused", at: item.expression.position, severity: .warning,
          "\(feature.name): the service \"\(name)\" is listed in uses, and no effect calls it",
          "To fix this, take it out: what a feature does not list it cannot reach."))
    }
  }
}

extension Expression {
  fileprivate var isIndex: Bool { if case .index = kind { true } else { false } }
}

extension [TableField] {
  fileprivate func position(of name: Substring) -> SourcePosition? {
    for case .named(let key, _) in self where key.text.map({ $0[...] == name }) ?? false { return key.position }
    return nil
  }
}
