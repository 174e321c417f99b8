import LuaRuntime
import UDF

// Makes the errors of refused actions.
extension SliceTree {
  private static let unchanged = "The action was refused and the state is unchanged."

  func schemaError(_ index: Int) -> HostError? {
    let type = actions.types[index]
    guard let refusal = type.schema?.refusal(of: action, action: type.name, stamped: type.stampedFields)
    else { return nil }
    // At the prompt the user sees the sent action, so the place of the declaration helps more than that of the sender.
    let sender = last.origin == .prompt ? nil : sender
    return misuse(
      "refused", type.name, refusal.text, [SliceTree.unchanged] + lineOfInput + [refusal.fix], from: sender,
      orAt: type.place)
  }

  /// Makes an error about the sent action, with the place of the sender, and with the view event that was mapped to it.
  private func misuse(
    _ code: String, _ type: String, _ text: String, _ notes: [String], from sender: ScriptPosition?,
    orAt declaration: ScriptPosition? = nil
  ) -> HostError {
    let place = sender ?? declaration
    let event = sender == nil ? nil : eventName.map { "event \($0)" }
    var error = HostError(code: code, at: place, of: [event, type], text, notes: notes)
    error.details["action"] = .string(type)
    return error
  }

  func reducerError(_ error: LuaError, _ type: String, _ place: ScriptPosition?) -> HostError {
    // An error of a reducer in Swift: the lines after the first one describe the fix.
    let lines = place == nil ? error.message.split(separator: "\n", maxSplits: 1) : [error.message[...]]
    var first = error
    first.message = lines.first.map(String.init) ?? "failed"
    let fix = lines.dropFirst().map { $0.drop { $0 == " " } }.map(String.init)
    var refusal = HostError(
      first, subject: type, notes: [SliceTree.unchanged] + lineOfInput + fix, place: place ?? sender)
    refusal.details["action"] = .string(type)
    return refusal
  }

  /// Makes the error of a local reducer that has failed for a shared action.
  func followerError(_ error: LuaError, _ type: String, _ route: Route) -> HostError {
    let note = "The action is kept, because it is shared; the state of \(route.slice.name) is unchanged."
    return HostError(error, subject: type, notes: [note], place: route.definition)
  }

  /// Names the line of a file or of standard input that sends the action.
  private var lineOfInput: [String] {
    guard last.origin == .prompt, machine.phase == .prompt, let input, input != "prompt", !input.hasPrefix("-e") else {
      return []
    }
    return ["It was sent at \(machine.callSite)."]
  }

  private var eventName: String? { viewEvents[last.event] }

  /// The script line that sends the action, or the function that mapped the view event to it; nil if neither is known.
  private var sender: ScriptPosition? {
    if isSentNow { return ScriptPosition(site: .string(machine.callSite)) }
    if let eventName { return placeOfEvent(eventName) }
    // If a program sends an action while a script runs, the script's line is not the cause.
    let kept = last.origin == .effect ? machine.text(ofSite: site) : nil
    return (formerSender ?? kept).flatMap { ScriptPosition(site: .string($0)) }
  }

  func unhandled(_ name: String) -> HostError {
    let feature = name.prefix { $0 != "/" } + "/"
    let known = actions.answered.filter { $0.hasPrefix(feature) } + actions.answered.filter { !$0.hasPrefix(feature) }
    let shown = known.prefix(8).joined(separator: ", ") + (known.count > 8 ? ", … \(known.count - 8) more" : "")
    var fix = "To fix this, add a reducer for it" + (known.isEmpty ? "" : ", or send one of: \(shown)")
    // A short name is valid only in its own feature, so the fix suggests a full name.
    let short =
      name.contains("/")
      ? nil : known.first { suggestion(for: name, among: [String($0.split(separator: "/")[1])]) != nil }
    if let meant = suggestion(for: name, among: known) ?? short { fix = "Did you mean \"\(meant)\"?" }
    var problem = "no feature handles this action"
    if let id = actions.number(of: name), actions[id].isNavigation {
      problem = "only a flow can navigate"
      fix =
        "To fix this, emit a screen event, emits = { ACTION = \"EVENT\" }, and navigate in a handler of the flow"
    }
    return misuse("unhandled", name, problem, ["The state is unchanged.", fix], from: sender)
  }
}
