import LuaRuntime
import UDFHost

extension ActionRecord {
  /// The action as a Lua table, in a step of a test.
  var luaText: String {
    var fields = fields
    fields["type"] = .string(type)
    return LuaText.lines(.map(fields), indent: 2)
  }

  /// The last argument of a step of a test: a function that makes the changes; empty if there are none.
  var luaChange: String {
    guard status == .committed, !changes.isEmpty else { return "" }
    let statements = changes.map { "\n    \($0.statement { LuaText.lines($0, indent: 4) })" }
    return ", function(state)\(statements.joined())\n  end"
  }
}
