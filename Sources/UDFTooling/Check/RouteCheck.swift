import LuaRuntime
import LuaSyntax
import UDFHost

/// Checks the routes that flows navigate to: unknown names, and which routes can be reached.
struct RouteCheck {
  private let app: CheckedApp
  private let flow: FlowDefinition
  private(set) var findings: [Finding] = []
  /// The full names of routes that are navigated to.
  private var reached: Set<String>
  /// The prefixes of the routes of flows that end.
  private var ending: Set<String> = []
  /// Prefixes of route names that are otherwise unknown before the app runs.
  private var openings: Set<String> = []
  /// The functions that receive each `nav`, with the prefixes of the routes that it can navigate to.
  private var table: HandedTable
  /// The functions of a `nav`.
  private let members: [String]

  /// nil if the app has no flow.
  init?(_ app: CheckedApp) throws(HostError) {
    guard let flow = app.generation.flow else { return nil }
    (self.app, self.flow, members) = (app, flow, try app.members(of: "udf.Navigator"))
    reached = [flow.start, flow.notFound]
    table = HandedTable(in: app.program)
    let declarations = app.declarations.filter { $0.kind == "flow" }
    for part in flow.parts where !declarations.contains(where: { $0.isAt(part.place) }) {
      openings.insert(part.prefix)
    }
    for declaration in declarations { visit(declaration) }
    for holder in table.holders { visit(holder) }
    leaveOpen(table.lost)
    for declaration in declarations { findings += endless(in: declaration) }
  }

  /// Finds handlers for the end of a flow that never ends.
  private func endless(in declaration: Declaration) -> [Finding] {
    let prefixes = flow.parts.filter { declaration.isAt($0.place) }.map(\.prefix)
    return declaration.entries("on").compactMap { entry in
      guard entry.name.hasSuffix(".finished") else { return nil }
      let name = String(entry.name.dropLast(9))
      let children = prefixes.map { "\($0)\(name)/" }.filter { child in flow.parts.contains { $0.prefix == child } }
      guard !children.isEmpty, !children.contains(where: { ending.contains($0) || openings.contains($0) }) else {
        return nil
      }
      return entry.value.file.finding(
        "event", at: entry.key.position, "the flow \(name) never ends, so this event never occurs",
        "To fix this, call nav.finish() in a handler of \(name), or remove this handler.")
    }
  }

  /// Whether a link, a handler or a guard leads to the route, or may do so.
  func leads(to route: RouteDefinition) -> Bool {
    route.link != nil || reached.contains(route.name) || openings.contains { route.name.hasPrefix($0) }
  }

  private mutating func visit(_ declaration: Declaration) {
    let prefixes = Set(flow.parts.filter { declaration.isAt($0.place) }.map(\.prefix))
    // The routes of a flow that the app does not use are unknown.
    if prefixes.isEmpty { return }
    let routes = declaration.entries("routes")
    let handlers = declaration.entries("on")
    if !isWhole(routes.map(\.name), handlers.map(\.name), of: declaration, at: prefixes) { leaveOpen(prefixes) }
    for handler in handlers { table.follow(handler.value, 0, of: "nav", naming: prefixes) }
    for route in routes {
      let definition = app.program.meaning(of: route.value)
      if definition.fields == nil { leaveOpen(prefixes) }
      guard let guardian = app.program.member("guard", of: definition) else { continue }
      visit(guardian: app.program.meaning(of: guardian), of: route.name, at: prefixes)
    }
  }

  /// Whether the file of a flow contains all routes and handlers of the loaded flow.
  private func isWhole(
    _ routes: [String], _ handlers: [String], of declaration: Declaration, at prefixes: Set<String>
  ) -> Bool {
    let events = flow.handlers.filter { declaration.isAt($0.place) }.map(\.event)
    let all = (flow.routes.map(\.name) + flow.parts.map { String($0.prefix.dropLast()) }).filter { $0 != flow.notFound }
    let names = prefixes.flatMap { prefix in
      all.filter { $0.count > prefix.count && $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        .filter { !$0.contains("/") }
    }
    return Set(handlers).isSuperset(of: events) && Set(routes).isSuperset(of: names)
  }

  private mutating func visit(guardian: Located, of route: String, at prefixes: Set<String>) {
    guard let body = guardian.function else { return leaveOpen(prefixes) }
    for case let answer? in body.body.answers.map(\.first) {
      check(guardian.with(answer), at: prefixes, "the guard of \(route)")
    }
  }

  // MARK: names

  private mutating func visit(_ nav: HandedTable.Holder) {
    for case .call(let name, let position, let arguments) in nav.uses {
      if !members.contains(name) {
        findings.append(
          nav.function.file.finding(
            "route", at: position, "\(nav.subject) has no \"\(name)\".\(didYouMean(name, among: members))"))
      }
      if name == "finish" { ending.formUnion(nav.names) }
      let leadsOn = app.entering.contains(name)
      guard leadsOn || name == "popTo", let target = arguments.first else { continue }
      check(
        nav.function.with(target), at: nav.names, "\(nav.subject).\(name)", leadsOn: leadsOn,
        params: leadsOn ? params(of: arguments.map(nav.function.with)) : nil)
    }
  }

  /// The params that a call gives to a route; nil if their names are unknown.
  private func params(of arguments: [Located]) -> Record? {
    guard arguments.count > 1 else { return [:] }
    return app.program.meaning(of: arguments[1]).fields?.record(as: { _ in nil })
  }

  /// - Parameters:
  ///   - leadsOn: whether the call adds the route to the path.
  ///   - params: the route's params; nil: unknown.
  private mutating func check(
    _ target: Located, at prefixes: Set<String>, _ subject: String, leadsOn: Bool = true, params: Record? = nil
  ) {
    let name = app.program.meaning(of: target).expression
    guard let texts = name.literalTexts else {
      if leadsOn { leaveOpen(prefixes.map { $0 + name.leadingText }) }
      return
    }
    for text in texts {
      let found = prefixes.sorted().map { app.route(text, in: $0, params: params) }
      if leadsOn { reached.formUnion(found.compactMap(\.name)) }
      guard found.allSatisfy({ $0.name == nil }), let problem = found.first?.problem else { continue }
      findings.append(target.file.finding("route", at: target.expression.position, "\(subject): \(problem)"))
    }
  }

  private mutating func leaveOpen(_ prefixes: some Sequence<String>) { openings.formUnion(prefixes) }
}
