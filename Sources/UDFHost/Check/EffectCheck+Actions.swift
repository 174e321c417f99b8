import LuaSyntax

/// What is sent, or meant by an event.
extension EffectCheck {
  /// An event that is a function returns actions.
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
    guard steps > 0, let body = found.function else { return }
    for case let answer? in body.body.answers.map(\.first) {
      visitAction(found.with(answer), isWhole: true, steps: steps - 1)
    }
  }

  /// - Parameter isWhole: the table is all there is of the action; nothing adds to it.
  mutating func visitAction(_ value: Located, isWhole: Bool, steps: Int = 3) {
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
      checkFields(fields, of: fullType(of: types[0]), at: place)
    }
  }

  mutating func checkType(_ type: String, at place: Located) {
    let full = fullType(of: type)
    let isWay = feature != nil && full.hasPrefix(FlowDefinition.feature + "/")
    if app.isHandled(full), !isWay { return }
    let problem =
      isWay
      ? "only a flow moves between screens"
      : "no feature handles this action." + app.hint(for: type, in: feature)
    findings.append(
      place.file.finding("unhandled", at: place.expression.position, "\(full): \(problem)"))
  }

  private func fullType(of type: String) -> String { feature?.fullType(of: type) ?? type }

  private mutating func checkFields(_ fields: [TableField], of action: String, at place: Located) {
    guard let schema = app.schema(of: action), let given = fields.record(as: { schema[$0] }),
      let refusal = schema.refusal(of: given, action: action)
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
