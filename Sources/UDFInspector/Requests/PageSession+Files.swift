import UDFCommands
import UDFHost
import UDFTooling

/// Files that a page saves on the person's machine, or has read there.
extension PageSession {
  func export(_ what: String, _ first: Int?, _ last: Int?) throws(HostError) {
    let (name, text, advice): (String, String, String)
    switch what {
    case "state":
      (name, text) = ("\(host.name).state.json", try host.savedState())
      advice = "save it on the machine of the host: :save FILE"
    case "session":
      (name, text) = ("\(host.name).session.ndjson", try host.sessionText())
      advice = "record it on the machine of the host: udfhost APP --record FILE"
    case "test":
      (name, text) = ("\(host.name)_test.lua", try host.testText(first: first, last: last))
      advice = "choose fewer actions"
    default:
      throw HostError(usage: "export: what must be state, session or test, got \"\(what)\"")
    }
    let line = JSONLines.object("export") { fields in
      fields.add("what", .string(what))
      fields.add("name", .string(name))
      fields.add("text", .string(text))
    }
    if let problem = limit.problem("export: the \(what)", [line], advice: advice) { throw problem }
    answer(line)
  }

  func load(_ what: String, _ text: String) throws(HostError) {
    switch what {
    case "state": try host.load(Array(text.utf8), named: "import")
    case "session": try host.loadSession(Array(text.utf8), named: "import")
    default: throw HostError(usage: "import: what must be state or session, got \"\(what)\"")
    }
  }
}
