import UDFHost
import UDFServices

extension AppHost {
  /// Replaces the state and the history by those of a recorded session: the host reduces the session's actions again
  /// from its last saved state, without effects, middleware, reactions and flow. Throws a `HostError` that names the
  /// line, and changes nothing, if the text is not a session of this app.
  ///
  /// - Parameters:
  ///   - text: the content of a session file.
  ///   - name: the name of the file in errors.
  package func loadSession(_ text: [UInt8], named name: String) throws(HostError) {
    var reader = try SessionReader(MemoryFile(text), named: name)
    guard reader.header["app"].text == self.name else {
      throw reader.problem(
        "this is a session of the app \"\(reader.header["app"].text ?? "?")\", and this app is \"\(self.name)\"")
    }
    var start = try Snapshot(reader.header["state"], file: "\(name):\(reader.line)")
    var actions: [RecordedAction] = []
    while let entry = try reader.next() {
      switch entry {
      case .action(let action): if action.error == nil { actions.append(action) }
      // The history of the session does not contain the actions before this state either.
      case .state(let snapshot): (start, actions) = (snapshot, [])
      case .reload, .other: break
      }
    }
    try load(start, named: name) {
      for action in actions { _ = reduceAgain(action.type, action.fields, origin: action.origin) }
    }
  }
}
