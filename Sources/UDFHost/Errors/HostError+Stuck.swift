extension HostError {
  /// The processor time in seconds that a stopped script may use before it counts as stuck.
  static let stuckSeconds = 5.0

  /// Makes the error for a script that does not react to its stop, at a `script:line` or at an unknown place.
  init(stuckAt place: String) {
    let position = ScriptPosition.split(place + ": ").position
    self.init(
      code: "stuck",
      message: """
        \(place.isEmpty ? "" : place + ": ")the script does not stop
          It has used \(Int(HostError.stuckSeconds)) s of a processor since it was stopped, inside an operation of Lua that cannot be interrupted.
          To fix this, look for an operation of this line that takes long by itself, such as writes to a table whose keys collide.
        """,
      file: position?.file, line: position?.line)
  }
}
