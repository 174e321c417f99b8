import LuaRuntime
import LuaSyntax
import UDFHost

/// Checks the elements that screens use and the events that they name: those of their own feature or scene and, as `name.event`, those of any.
struct ScreenCheck {
  private let app: CheckedApp
  private var table: HandedTable
  /// All existing events, as `name.event`.
  private let all: Set<String>

  private let elements: [String]

  static func findings(in app: CheckedApp) throws(HostError) -> [Finding] {
    var check = ScreenCheck(app, elements: try app.members(of: "udf.ui"))
    for declaration in app.declarations { check.visit(declaration) }
    return check.table.holders.flatMap { check.findings(of: $0) }
  }

  private init(_ app: CheckedApp, elements: [String]) {
    (self.app, self.elements) = (app, elements)
    table = HandedTable(in: app.program)
    func whole(_ name: String, _ events: some Sequence<String>) -> [String] { events.map { "\(name).\($0)" } }
    all = Set(
      app.generation.features.flatMap { whole($0.name, $0.events.keys) }
        + app.generation.scenes.flatMap { whole($0.name, $0.events.keys) })
  }

  /// If one declaration makes several features, a screen may name the events of each.
  private mutating func visit(_ declaration: Declaration) {
    guard let screen = declaration["screen"].map({ app.program.meaning(of: $0) }),
      let call = app.program.library(screen), call.name == "screen", let draw = call.arguments.first
    else { return }
    let features = app.features(of: declaration)
    let scenes = declaration.kind == "scene" ? app.generation.scenes.filter { declaration.isAt($0.place) } : []
    if features.isEmpty, scenes.isEmpty { return }
    let own = features.flatMap(\.events.keys) + scenes.flatMap(\.events.keys)
    table.follow(screen.with(draw), 1, of: "ui", naming: all.union(own))
  }

  private func findings(of holder: HandedTable.Holder) -> [Finding] {
    holder.uses.flatMap { use -> [Finding] in
      guard case .call(let element, let position, let arguments) = use else { return [] }
      guard elements.contains(element) else {
        return [
          holder.function.file.finding(
            "screen", at: position, "ui has no \"\(element)\".\(didYouMean(element, among: elements))")
        ]
      }
      return events(of: element, arguments.map(holder.function.with)).flatMap { event -> [Finding] in
        let named = app.program.meaning(of: event).expression.literalTexts ?? []
        return named.filter { !holder.names.contains($0) }.map { name in
          let alike = holder.names.filter { $0.contains(".") == name.contains(".") }
          return event.file.finding(
            "event", at: event.expression.position,
            "ui.\(element): there is no event \"\(name)\".\(didYouMean(name, among: alike))")
        }
      }
    }
  }

  private func events(of element: String, _ arguments: [Located]) -> [Located] {
    switch element {
    case "button", "error": return arguments.dropFirst().first.map { [$0] } ?? []
    case "row": return arguments.first.map { event(of: $0) } ?? []
    case "fields": return arguments.first.map { app.program.items(of: $0).flatMap { event(of: $0) } } ?? []
    case "table":
      guard let table = arguments.first else { return [] }
      let rows = app.program.member("rows", of: table).map { app.program.items(of: $0) } ?? []
      let row = app.program.member("row", of: table).map { app.program.meaning(of: $0) }
      let made = row?.function?.body.answers.compactMap { $0.first.flatMap { row?.with($0) } } ?? []
      return (rows + made).flatMap { event(of: $0) }
    default: return []
    }
  }

  private func event(of table: Located) -> [Located] { app.program.member("event", of: table).map { [$0] } ?? [] }
}
