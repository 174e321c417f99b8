import LuaRuntime
import LuaSyntax

extension Declaration {
  /// Whether the call is on the line of `site`.
  package func isAt(_ site: ScriptPosition?) -> Bool { site.map { isAt(file: $0.file, line: $0.line) } ?? false }
}
