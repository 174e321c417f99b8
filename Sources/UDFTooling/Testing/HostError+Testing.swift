import LuaRuntime
import UDFHost

extension HostError {
  /// Makes the error of a failed assertion at `site`, as `file:line`, with notes on how to fix it.
  init(at site: String, _ message: String, notes: [String] = []) {
    self.init(code: "assertion", at: ScriptPosition(site: .string(site)), message, notes: notes)
  }
}
