import LuaRuntime

extension HostError {
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
}
