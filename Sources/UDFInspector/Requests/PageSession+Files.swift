import UDFCommands
import UDFHost
import UDFTooling

/// Files that a page saves on the person's machine, or has read there.
extension PageSession {
  func export(_ what: String, _ first: Int?, _ last: Int?) throws(HostError) {
    let (name, text): (String, String)
    switch what {
    case "state": (name, text) = ("\(host.name).state.json", try host.savedState())
    case "session": (name, text) = ("\(host.name).session.ndjson", try host.sessionText())
    case "test": (name, text) = ("\(host.name)_test.lua", try host.testText(first: first, last: last))
    default:
      throw HostError(code: "usage", message: "export: what must be state, session or test, got \"\(what)\"")
    }
    answer(
      JSONLines.object("export") { fields in
        fields.add("what", .string(what))
        fields.add("name", .string(name))
        fields.add("text", .string(text))
      })
  }

  func load(_ what: String, _ text: String) throws(HostError) {
    switch what {
    case "state": try host.load(Array(text.utf8), named: "import")
    case "session": try host.loadSession(Array(text.utf8), named: "import")
    default: throw HostError(code: "usage", message: "import: what must be state or session, got \"\(what)\"")
    }
  }
}
