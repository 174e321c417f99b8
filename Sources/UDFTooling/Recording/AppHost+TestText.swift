import LuaRuntime
import UDFHost
import UDFServices

extension AppHost {
  /// Returns a Lua test that reduces the actions `first` to `last` of the history, from the state before them, and asserts their
  /// changes. It starts no effects, because the history does not have the answers of services: ``recordTest(to:)`` does.
  /// Throws a `HostError` if the history does not have these actions.
  package func testText(first: Int?, last: Int?) throws(HostError) -> String {
    try requireOwner()
    let known = history.filter { !$0.undone }
    let (lowest, highest) = (first ?? known.first?.n ?? 1, last ?? known.last?.n ?? 1)
    let records = known.filter { $0.n >= lowest && $0.n <= highest }
    guard let begin = records.first else {
      let there = known.first.map { "it has #\($0.n) to #\(known.last?.n ?? $0.n)" } ?? "it is empty"
      throw HostError(usage: "test: the history has no actions #\(lowest) to #\(highest); \(there)")
    }
    let state: Value
    do { state = try self.state(after: begin.n - 1) } catch {
      throw error as? HostError ?? HostError(code: "internal", message: "\(error)")
    }
    let states = sessions.changedStates(state)
    let steps = records.map { "  store.send(\($0.luaText)\($0.luaChange))\n" }.joined()
    let test = """
      test.it("does what actions \(begin.n) to \(records.last?.n ?? begin.n) did", function()
        local store = test.store {
      \(states.isEmpty ? "" : "    state = \(LuaText.lines(.map(states), indent: 4)),\n")    effects = false,
        }
      \(steps)end)

      """
    let usesUDF = test.contains("udf.null") || test.contains("udf.list")
    return sessions.hidden(
      "\(usesUDF ? "local udf = require \"udf\"\n" : "")local test = require \"udf.test\"\n\n\(test)")
  }
}
