import LuaSyntax
import UDFHost

/// Checks the actions that effects send, and those that events are mapped to.
extension EffectCheck {
  /// Checks the actions that event functions return.
  mutating func visitEvents(of feature: FeatureDefinition) {
    for event in declaration.entries("events") {
      guard case .action(let type)? = feature.events[event.name] else {
        visitAnswers(of: event.value)
        continue
      }
      checkType(type, at: event.value)
    }
  }

  mutating func visitAnswers(of function: Located, steps: Int = 3) {
    let found = app.program.meaning(of: function)
    guard steps > 0, let body = found.function else {
      calls.isOpen = true
      return
    }
    for case let answer? in body.body.answers.map(\.first) {
      // The function of an event may return the type alone.
      for type in texts(of: found.with(answer)) { checkType(type.text, at: type.place) }
      visitAction(found.with(answer), isWhole: true, steps: steps - 1)
    }
  }

  /// - Parameter isWhole: whether the table is the complete action, so that no field is added later.
  mutating func visitAction(_ value: Located, isWhole: Bool, steps: Int = 3) {
    switch value.expression.kind {
    case .table(let fields): checkAction(fields, isWhole: isWhole, at: value)
    case .single(let inner): visitAction(value.with(inner), isWhole: isWhole, steps: steps)
    case .binary(let sign, let left, let right) where sign == .or || sign == .and:
      if sign == .or { visitAction(value.with(left), isWhole: isWhole, steps: steps) }
      visitAction(value.with(right), isWhole: isWhole, steps: steps)
    case .local:
      let found = app.program.meaning(of: value)
      if let fields = found.fields { return checkAction(fields, isWhole: false, at: found) }
      let arguments = arguments(for: found)
      guard steps > 0, !arguments.isEmpty else {
        calls.isOpen = true
        return
      }
      for argument in arguments { visitAction(argument, isWhole: false, steps: steps - 1) }
    case .call(let callee, _): visitAnswers(of: value.with(callee), steps: steps)
    // A function runs later and receives its own `cx`.
    case .function: visit(value, context: 0)
    default: calls.isOpen = true
    }
  }

  private mutating func checkAction(_ fields: [TableField], isWhole: Bool, at place: Located) {
    for case .named(let key, let value) in fields where key.text == "type" {
      let value = place.with(value)
      let types = texts(of: value)
      if types.isEmpty { calls.isOpen = true }
      for type in types { checkType(type.text, at: type.place) }
      guard isWhole, let type = app.program.meaning(of: value).expression.text else { return }
      return checkFields(fields, of: fullType(of: type), at: place)
    }
    if isWhole { reportNoType(fields, at: place) }
  }

  /// Returns the texts that a value can have if the source shows them, each with its position. For a parameter, these
  /// are the arguments of its function's calls.
  func texts(of value: Located) -> [(text: String, place: Located)] { texts(value, at: value, steps: 5) }

  private func texts(_ value: Located, at place: Located, steps: Int) -> [(text: String, place: Located)] {
    guard steps > 0 else { return [] }
    let found = app.program.meaning(of: value)
    switch found.expression.kind {
    case .string: return found.expression.text.map { [(text: $0, place: place)] } ?? []
    case .local: return arguments(for: found).flatMap { texts($0, at: $0, steps: steps - 1) }
    case .binary(.or, let left, let right):
      return [left, right].flatMap { texts(found.with($0), at: place, steps: steps - 1) }
    case .binary(.and, _, let right): return texts(found.with(right), at: place, steps: steps - 1)
    default: return []
    }
  }

  /// Returns the arguments for a parameter in the calls of its function.
  private func arguments(for parameter: Located) -> [Located] {
    guard case .local(let id) = parameter.expression.kind else { return [] }
    return given[Variable(file: parameter.file.name, local: id)] ?? []
  }

  mutating func checkType(_ type: String, at place: Located) {
    let full = fullType(of: type)
    calls.sends.insert(full)
    let isWay = feature != nil && full.hasPrefix(FlowDefinition.feature + "/")
    if app.isHandled(full), !isWay { return }
    let problem =
      isWay
      ? "only a flow can navigate"
      : "no feature handles this action." + app.hint(for: type, in: feature)
    findings.append(
      place.file.finding("unhandled", at: place.expression.position, "\(full): \(problem)"))
  }

  private func fullType(of type: String) -> String { feature?.fullType(of: type) ?? type }

  private mutating func checkFields(_ fields: [TableField], of action: String, at place: Located) {
    guard let schema = app.schema(of: action), let given = fields.record(as: { schema[$0] }),
      let refusal = schema.refusal(of: given, action: action, isPartial: app.isStamped(action))
    else { return }
    let name = refusal.text.hasPrefix("unknown field ") ? refusal.text.dropFirst(14) : refusal.text[...]
    let position =
      fields.position(of: name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) ?? place.expression.position
    findings.append(place.file.finding("refused", at: position, "\(action): \(refusal.text)", refusal.fix))
  }
}

extension [TableField] {
  fileprivate func position(of name: Substring) -> SourcePosition? {
    for case .named(let key, _) in self where key.text.map({ $0[...] == name }) ?? false { return key.position }
    return nil
  }
}
