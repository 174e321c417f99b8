import LuaRuntime
import LuaSyntax
import UDFHost

/// The routes that flows go to: names that there are not, and which routes may be reached.
struct RouteCheck {
  private static let steps: Set = ["push", "replace", "present"]

  private let app: CheckedApp
  private let flow: FlowDefinition
  private(set) var findings: [Finding] = []
  /// Full names of routes that something goes to.
  private var reached: Set<String>
  /// What full names begin with that only a run can tell.
  private var openings: Set<String> = []
  /// Where each `nav` goes, with the prefixes of the routes that it can go to.
  private var table: HandedTable

  /// nil: the app has no flow.
  init?(_ app: CheckedApp) {
    guard let flow = app.generation.flow else { return nil }
    (self.app, self.flow) = (app, flow)
    reached = [flow.start, flow.notFound]
    table = HandedTable(in: app.program)
    let declarations = app.declarations.filter { $0.kind == "flow" }
    for part in flow.parts where !declarations.contains(where: { $0.isAt(part.place) }) {
      openings.insert(part.prefix)
    }
    for declaration in declarations { visit(declaration) }
    for holder in table.holders { visit(holder) }
    leaveOpen(table.lost)
  }

  /// Whether a link, a handler or a guard leads there, or may do so.
  func leads(to route: RouteDefinition) -> Bool {
    route.link != nil || reached.contains(route.name) || openings.contains { route.name.hasPrefix($0) }
  }

  private mutating func visit(_ declaration: Declaration) {
    let prefixes = Set(flow.parts.filter { declaration.isAt($0.place) }.map(\.prefix))
    // Of a flow that the app does not use nothing is known.
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

  /// Whether all routes and handlers that the flow has were found in its file.
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
    for case .call(let name, _, let arguments) in nav.uses {
      let leadsOn = RouteCheck.steps.contains(name)
      guard leadsOn || name == "popTo", let target = arguments.first else { continue }
      check(nav.function.with(target), at: nav.names, "\(nav.subject).\(name)", leadsOn: leadsOn)
    }
  }

  /// - Parameter leadsOn: whether it brings a screen onto the path.
  private mutating func check(
    _ target: Located, at prefixes: Set<String>, _ subject: String, leadsOn: Bool = true
  ) {
    let name = app.program.meaning(of: target).expression
    guard let texts = name.literalTexts else {
      if leadsOn { leaveOpen(prefixes.map { $0 + name.leadingText }) }
      return
    }
    for text in texts {
      let found = prefixes.sorted().map { app.route(text, in: $0) }
      if leadsOn { reached.formUnion(found.compactMap(\.name)) }
      guard found.allSatisfy({ $0.name == nil }), let problem = found.first?.problem else { continue }
      findings.append(target.file.finding("route", at: target.expression.position, "\(subject): \(problem)"))
    }
  }

  private mutating func leaveOpen(_ prefixes: some Sequence<String>) { openings.formUnion(prefixes) }
}
