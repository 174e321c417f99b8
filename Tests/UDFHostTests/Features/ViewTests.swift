import HostTesting
import Testing
import UDFHost

@Suite("a view")
struct ViewTests {
  private static func app(_ view: String, _ more: String = "") throws -> TestHost {
    let source = Source.feature(
      "  name = 'a', state = { items = { 3, 1, 2 }, by = { b = 1, a = 2 } },\(more)\n  view = \(view),")
    return try TestHost(["a": source, "counter": Source.counter]) { $0.timeBudget = 0.5 }
  }

  @Test("returns the state as plain data, as a copy")
  func plain() throws {
    let app = try Self.app("function(state) return { rows = state.items, n = #state.items, title = 'a' } end")
    #expect(try app.host.view(of: "a") == ["n": 3, "rows": [3, 1, 2], "title": "a"])
    #expect(try app.run("view.a.rows[1]") == 3)
  }

  @Test("iterates over maps in the order of their keys")
  func order() throws {
    let app = try Self.app(
      "function(state) local keys = udf.list {} for key in pairs(state.by) do keys[#keys + 1] = key end return keys end"
    )
    #expect(try app.host.view(of: "a") == ["a", "b"])
  }

  @Test("reads other features that `reads` lists, and no others")
  func reads() throws {
    var app = try Self.app("function(_, _, others) return others.counter.count end", " reads = { 'counter' },")
    try app.run("counter.inc{ by = 3 }")
    #expect(try app.host.view(of: "a") == 3)
    app = try Self.app("function(_, _, others) return others.counter.count end")
    #expect(
      failure { _ = try app.host.view(of: "a") }
        == "a.lua:4: view of a: the feature \"counter\" is not listed by a. To fix this, add it: reads = { \"counter\" }"
    )
    app = try Self.app("function(_, _, others) return others.countr.count end")
    #expect(
      failure { _ = try app.host.view(of: "a") }
        == "a.lua:4: view of a: there is no feature \"countr\". Did you mean \"counter\"?")
  }

  @Test("that fails, loops, writes or returns something other than plain data is reported, and changes nothing")
  func fails() throws {
    for (view, message) in [
      ("function(state) return state.x.y end", "attempt to index a nil value (field 'x')"),
      ("function(state) while true do end end", "stopped: the time budget of 0.5 s is spent"),
      ("function(state) state.n = 1 end", "a.n is read-only here: only the reducers of 'a' may write it"),
      (
        "function(state) table.sort(state.items) end",
        "a.items is read-only here: only the reducers of 'a' may write it"
      ),
      (
        "function() return os.time() end",
        "os.time is not available in a reducer, view or event map: they must give the same result in every run. Call it in an effect and send the result with an action."
      ),
    ] {
      let app = try Self.app(view)
      #expect(failure { _ = try app.host.view(of: "a") } == "a.lua:4: view of a: \(message)")
      #expect(try app.state("a.items") == [3, 1, 2])
    }
    let app = try Self.app("function() return { f = print } end")
    #expect(
      failure { _ = try app.host.view(of: "a") }
        == "a.lua:4: view of a: f is a function; state, actions and results are plain data")
    #expect(app.failure("\n\nreturn view.a").hasPrefix("a.lua:4: view of a: f is a function"))
  }

  @Test("that does not exist is reported with a suggestion")
  func missing() throws {
    let app = try Self.app("function() return 1 end")
    #expect(failure { _ = try app.host.view(of: "b") } == "view: there is no feature \"b\". Known names: a, counter.")
    #expect(app.failure("view.countr") == "view: there is no feature \"countr\". Did you mean \"counter\"?")
  }
}
