import LuaRuntime

extension HostError {
  /// Makes the error for a value that a script raised, about `subject`, with lines on the consequences and the fix.
  package init(_ error: LuaError, subject: String? = nil, notes: [String] = [], place: ScriptPosition? = nil) {
    var message = error.message
    if case .map(let fields) = error.value, fields["message"] == .none {
      message =
        "an error table was raised: "
        + (fields.isEmpty ? "{}" : "{ \(fields.map { "\($0.key) = \($0.value.literal)" }.joined(separator: ", ")) }")
    }
    let (found, text) = ScriptPosition.split(message)
    // An error table contains no position. At the prompt, the position is not needed.
    let innermost = subject == nil ? nil : error.whole.flatMap(ScriptPosition.innermost)
    let position = found ?? (error.value == .none ? place ?? innermost : innermost ?? place)
    let code = HostError.code(of: error.reason)
    let lacksUDF = text.hasSuffix("a nil value (global 'udf')")
    let fixes = lacksUDF ? ["To fix this, begin the file with: local udf = require \"udf\""] : []
    self.init(code: code, at: position, of: [subject], text, notes: fixes + notes, traceback: error.whole)
    for (key, value) in error.value.fields where key != "message" && (key != "code" || value.text != nil) {
      details[key] = value
    }
  }

  /// Makes the error of a function, at `place`, that either raised an error or returned a value that is not plain data.
  /// In the second case, no script runs that could have a traceback.
  init(_ error: LuaError, subject: String, notes: [String] = [], gaveWrong place: @autoclosure () -> ScriptPosition?) {
    self.init(error, subject: subject, notes: notes, place: error.whole == nil ? place() : nil)
  }

  /// The processor time in seconds that a stopped script may use before it counts as stuck.
  static let stuckSeconds = 5.0

  /// Makes the error for a script that does not react to its stop, at a `script:line` or at an unknown place.
  init(stuckAt place: String) {
    let used =
      "It has used \(Int(HostError.stuckSeconds)) s of a processor since it was stopped, inside an operation of Lua that cannot be interrupted."
    let fix =
      "To fix this, look for an operation of this line that takes long by itself, such as writes to a table whose keys collide."
    self.init(code: "stuck", at: ScriptPosition(site: .string(place)), "the script does not stop", notes: [used, fix])
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
  /// The traceback; if a service in Lua raised the error, after the traceback of the service.
  var whole: String? {
    guard case .string(let inner) = value["traceback"] else { return traceback }
    return [inner, traceback].compactMap(\.self).joined(separator: "\n")
  }
}
