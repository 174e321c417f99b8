import LuaRuntime

extension HostError {
  /// What a script raised, about `subject`, with lines on what became of it and how to fix it.
  package init(_ error: LuaError, subject: String? = nil, notes: [String] = [], place: ScriptPosition? = nil) {
    var message = error.message
    if case .map(let fields) = error.value, fields["message"] == .none {
      message =
        "an error table was raised: "
        + (fields.isEmpty ? "{}" : "{ \(fields.map { "\($0.key) = \($0.value.literal)" }.joined(separator: ", ")) }")
    }
    let (found, text) = ScriptPosition.split(message)
    // An error table has no position of its own. At the prompt everybody knows where it was raised.
    let position = found ?? place ?? (subject == nil ? nil : error.whole.flatMap(ScriptPosition.innermost))
    let head = [position.map { "\($0.file):\($0.line)" }, subject, text].compactMap(\.self).joined(separator: ": ")
    self.init(
      code: HostError.code(of: error.reason), message: ([head] + notes.map { "  \($0)" }).joined(separator: "\n"),
      file: position?.file, line: position?.line, traceback: error.whole)
  }

  /// The same of a function that has either raised it or, written at `place`, given what is no plain data: no script runs then
  /// of which there could be a traceback.
  init(_ error: LuaError, subject: String, notes: [String] = [], gaveWrong place: @autoclosure () -> ScriptPosition?) {
    self.init(error, subject: subject, notes: notes, place: error.whole == nil ? place() : nil)
  }

  private static func code(of reason: LuaError.Reason) -> String {
    switch reason {
    case .raised: "raised"
    case .syntax, .incomplete: "syntax"
    case .budget: "budget"
    case .memory: "memory"
    case .cancelled: "cancelled"
    case .state: "state"
    }
  }
}

extension LuaError {
  /// The traceback, behind that of a service in Lua that raised it.
  var whole: String? {
    guard case .string(let inner) = value["traceback"] else { return traceback }
    return [inner, traceback].compactMap(\.self).joined(separator: "\n")
  }
}
