import LuaSyntax
import UDFHost

extension AppHost {
  /// The fields that the function of a view event, `cart.tap`, reads from the event in the present files, in their order; none if
  /// the event is mapped to an action by its name.
  package func fields(ofEvent name: String) -> [String] {
    guard isOnOwner(), let dot = name.lastIndex(of: ".") else { return [] }
    let event = name[name.index(after: dot)...]
    let program = self.program
    let declarations = program.declarations
    guard
      let app = try? CheckedApp(program: program, generation: loadedApp, declarations: declarations, host: self),
      let declaration = declarations.first(where: { app.features(of: $0).contains { $0.name == name[..<dot] } }),
      let entry = declaration.entries("events").last(where: { $0.name == event }),
      let body = program.meaning(of: entry.value).function, let parameter = body.parameters.first
    else { return [] }
    var fields: [String] = []
    body.body.walk { node in
      guard case .expression(let expression) = node, let field = expression.field(of: parameter)?.text,
        !fields.contains(field)
      else { return }
      fields.append(field)
    }
    return fields
  }
}
