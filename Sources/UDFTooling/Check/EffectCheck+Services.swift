import LuaRuntime
import LuaSyntax
import UDFHost
import UDFServices

/// Checks the calls of services and their arguments.
extension EffectCheck {
  mutating func checkService(_ name: String, at place: Located) {
    calls.services.insert(name)
    guard let feature, !feature.uses.contains(name) else { return }
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

  mutating func checkMethod(_ method: String, of service: String, at place: Located) {
    guard app.generation.methods[service] != .none else { return }
    let known = app.generation.methods[service].texts
    if known.contains(method) { return }
    findings.append(
      place.file.finding(
        "service", at: place.expression.position,
        "the service \(service) has no method \"\(method)\".\(didYouMean(method, among: known))"))
  }

  mutating func checkArguments(
    _ arguments: [Expression], of method: String, in service: String, at place: Located
  ) {
    guard let signature = app.signature(of: method, in: service), arguments.last?.isMultiple != true else { return }
    let parameters = signature.parameters
    var values = arguments.enumerated().map { position, argument in
      argument.value(as: position < parameters.count ? parameters[position].type : nil)
    }
    if arguments.count == 1, case .table(let fields) = arguments[0].kind {
      // A single table may contain named arguments or be the first argument. It is checked only if it must contain
      // named arguments.
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

  /// Reports services that a feature lists but does not call.
  mutating func visitUses(of feature: FeatureDefinition) {
    let files = app.program.closure(of: declaration.place.file)
    if isOpaque || files.contains(where: \.usesUnknownServices) { return }
    for item in declaration.items("uses") {
      guard let name = item.expression.text, !files.contains(where: { $0.keys.contains(name) }) else { continue }
      findings.append(
        item.file.finding(
          "unused", at: item.expression.position, severity: .warning,
          "\(feature.name): the service \"\(name)\" is listed in uses, and no effect calls it",
          "To fix this, remove it, so that the feature cannot reach the service."))
    }
  }
}
