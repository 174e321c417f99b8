import HostTesting
import SeededTesting
import Testing
import UDFHost

@Suite("rows of udf.each")
struct RowTests {
  private static func app() throws -> TestHost {
    let app = try TestHost(["cart": Counted.cart])
    try app.run("for _, sku in ipairs { 'c', 'a', 'b' } do cart.add{ sku = sku } end")
    _ = try app.host.view(of: "cart")
    app.forgetEvents()
    return app
  }

  private static func rows(_ app: TestHost) throws -> [String] {
    _ = try app.host.view(of: "cart")
    return Counted.runs(app).filter { $0.hasPrefix("row") }
  }

  @Test("are made again if their item has changed, at any position")
  func changed() throws {
    let app = try Self.app()
    try app.run("cart.qty{ at = 2, qty = 5 }")
    #expect(try Self.rows(app) == ["row a"])
    try app.run("cart.sort{}")
    #expect(try Self.rows(app) == [])
    #expect(
      try app.host.view(of: "cart")["rows"]
        == [["qty": 5, "sku": "a"], ["qty": 1, "sku": "b"], ["qty": 1, "sku": "c"]])
    try app.run("cart.first{ sku = 'd' } cart.remove{ at = 3 }")
    #expect(try Self.rows(app) == ["row d"])
    #expect(
      try app.host.view(of: "cart")["rows"]
        == [["qty": 1, "sku": "d"], ["qty": 5, "sku": "a"], ["qty": 1, "sku": "c"]])
    _ = try app.host.undo()
    _ = try app.host.undo()
    _ = try app.host.undo()
    // Of an item that was gone nothing is remembered.
    #expect(try Self.rows(app) == ["row b"])
    try app.run("cart.note{ text = 'x' }")
    #expect(try Self.rows(app) == [])
    #expect(try app.host.view(of: "cart")["note"] == "x")
  }

  @Test("after a change of one of 10,000 items, one function runs")
  func many() throws {
    let app = try Self.app()
    try app.run("for i = 4, 10000 do cart.add{ sku = 's' .. i } end")
    #expect(try Self.rows(app).count == 9997)
    try app.run("cart.qty{ at = 7000, qty = 2 }")
    #expect(try Self.rows(app) == ["row s7000"])
    #expect(try app.host.view(of: "cart")["rows"][7000] == ["qty": 2, "sku": "s7000"])
    try app.run("cart.first{ sku = 'first' }")
    #expect(try Self.rows(app) == ["row first"])
  }

  private static func view(_ body: String, more: String = "") -> String {
    Source.feature(
      """
        name = "a", state = { items = { { n = 1 }, { n = 2 } }, mark = 1, tags = { x = { "p" } } },
        reduce = {
          mark = function(state, action) state.mark = action.n end,
          set = function(state, action) state.items[1].n = action.n end,
        },
        view = function(state, computed) \(body) end,
      \(more)
      """)
  }

  @Test("are made again if a variable of their function has changed, even if it is the state itself")
  func closures() throws {
    for (body, runs) in [
      (
        "local mark = state.mark return udf.each(state.items, function(item) print('row') return item.n == mark end)", 2
      ),
      ("return udf.each(state.items, function(item) print('row') return item.n == state.mark end)", 2),
      (
        "return udf.each(state.items, function(item, mark) print('row') return item.n == mark end, state.mark)", 2
      ),
      (
        "return udf.each(state.items, function(item, t) print('row') return item.n == t.mark end, { mark = state.mark })",
        2
      ),
      ("local _ = state.mark return udf.each(state.items, function(item) print('row') return item.n == 1 end)", 0),
      (
        "return udf.each(state.items, function(item, tags) print('row') return item.n == #tags end, state.tags.x)", 0
      ),
    ] {
      let app = try TestHost(["a": Self.view(body)])
      #expect(try app.host.view(of: "a") == [true, false])
      app.forgetEvents()
      try app.run("a.mark{ n = 1 }")
      _ = try app.host.view(of: "a")
      #expect(Counted.runs(app) == [], "\(body)")
      try app.run("a.mark{ n = 2 }")
      #expect(try app.host.view(of: "a") == (runs == 0 ? [true, false] : [false, true]))
      #expect(Counted.runs(app).count == runs, "\(body)")
    }
  }

  @Test("belong to the present function, although another function is on the same line")
  func oneLine() throws {
    let rows = "state.mark == 1 and function(i) return i.n end or function(i) return -i.n end"
    let app = try TestHost(["a": Self.view("return udf.each(state.items, \(rows))")])
    #expect(try app.host.view(of: "a") == [1, 2])
    try app.run("a.mark{ n = 2 }")
    #expect(try app.host.view(of: "a") == [-1, -2])
    try app.run("a.mark{ n = 1 }")
    #expect(try app.host.view(of: "a") == [1, 2])
  }

  @Test("can be made of plain items, of nested lists and of none, and can be read in the view")
  func kinds() throws {
    for (body, shown) in [
      ("return udf.each({ 'x', 'y' }, function(text) return text .. '!' end)", ["x!", "y!"] as Value),
      ("return udf.each({}, function() end)", []),
      (
        "return udf.each(state.items, function(item) return { of = udf.each({ 1, 2 }, function(k) return k * item.n end) } end)",
        [["of": [1, 2]], ["of": [2, 4]]]
      ),
      (
        "local rows = udf.each(state.items, function(item) return { n = item.n, list = { item.n } } end) local sum = #rows for _, row in ipairs(rows) do sum = sum + row.n + row.list[1] end return { sum = sum, second = rows[2], rows = rows }",
        ["rows": [["list": [1], "n": 1], ["list": [2], "n": 2]], "second": ["list": [2], "n": 2], "sum": 8]
      ),
      ("return udf.each(state.items, function(item) return item end)", [["n": 1], ["n": 2]]),
      ("return udf.each(state.items, tostring)", ["table", "table"]),
    ] {
      let app = try TestHost(["a": Self.view(body)])
      for _ in 1...2 {
        #expect(try app.host.view(of: "a") == shown)
        try app.run("a.mark{ n = \(shown == [] ? 3 : 4) }")
      }
    }
  }

  @Test("are kept in computed values too, and are copied when they are sent")
  func computed() throws {
    let app = try TestHost([
      "a": Self.view(
        "return computed.rows",
        more: """
            computed = { rows = { "items", function(items)
              print("rows")
              return udf.each(items, function(item) print("row " .. item.n) return { n = item.n } end)
            end } },
            effects = { mark = function(cx) cx.send { type = "keep", rows = cx.computed.rows } end },
          """
      ).replacing("reduce = {", with: "reduce = { keep = function(state, action) state.kept = action.rows end,")
    ])
    #expect(try app.host.view(of: "a") == [["n": 1], ["n": 2]])
    #expect(Counted.runs(app) == ["rows", "row 1", "row 2"])
    try app.run("a.set{ n = 5 }; a.mark{ n = 2 }")
    #expect(try app.host.view(of: "a") == [["n": 5], ["n": 2]])
    #expect(try app.state("a.kept") == [["n": 5], ["n": 2]])
    #expect(Counted.runs(app) == ["rows", "row 5"])
  }

  @Test("report errors and invalid results at their line, and nothing of that run is kept")
  func fails() throws {
    for (body, message) in [
      (
        "return udf.each(state.items, function(item) if item.n == 2 then error('no ' .. item.n) end return 1 end)",
        "no 2"
      ),
      (
        "return udf.each(state.items, function(item) end)",
        "udf.each: the function returned nothing for item 1; return udf.null for an empty row"
      ),
      (
        "return udf.each(state.items, function(item) return { f = print } end)",
        "f is a function; state, actions and results are plain data"
      ),
      ("return udf.each(nil, print)", "udf.each takes a list first, got nil"),
      ("return udf.each(state.items)", "udf.each takes a function after the list, got nil"),
      (
        "udf.each(state.items, function() return { n = 1 } end)[1].n = 2",
        "n is read-only: it is computed from the state and reused. To fix this, change a copy"
      ),
      (
        "table.remove(udf.each(state.items, function() return { n = 1 } end))",
        "this list is read-only: it is computed from the state and reused. To fix this, change a copy"
      ),
    ] {
      let app = try TestHost(["a": Self.view(body)])
      for _ in 1...2 { #expect(failure { _ = try app.host.view(of: "a") } == "a.lua:8: view of a: \(message)") }
    }
  }

  @Test("that are stopped leave nothing behind, and a view may continue without the failed ones")
  func stopped() throws {
    let app = try TestHost([
      "a": Self.view(
        """
        local ok = pcall(udf.each, state.items, function(item)
          if item.n == 1 then while state.mark == 2 do end error("one") end
          return item.n
        end)
        return { ok, udf.each(state.items, function(item) print("row " .. item.n) return item.n end) }
        """)
    ]) { $0.timeBudget = 0.5 }
    #expect(try app.host.view(of: "a") == [false, [1, 2]])
    try app.run("a.mark{ n = 2 }")
    #expect(
      failure { _ = try app.host.view(of: "a") }.contains("view of a: stopped: the time budget of 0.5 s is spent"))
    #expect(try app.run("udf.each({ 1, 2 }, function(n) return n * 2 end)[2]") == 4)
    try app.run("a.set{ n = 3 }")
    app.forgetEvents()
    #expect(try app.host.view(of: "a") == [true, [3, 2]])
    #expect(Counted.runs(app) == ["row 3", "row 2"])
  }

  @Test("are equal to the result of a loop, whatever changes in the list", arguments: 0..<6 as Range<UInt64>)
  func law(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ number)
    let source = Counted.cart.replacing(
      "  view = function(state, computed)",
      with: """
          view = function(state, computed)
            local plain = udf.list {}
            for i, item in ipairs(computed.many) do plain[i] = { sku = item.sku, qty = item.qty } end
            return { plain, udf.each(computed.many, function(item) return { sku = item.sku, qty = item.qty } end) }
          end,
          migrate = function(state, computed)
        """)
    let app = try TestHost(["cart": source])
    var log: [String] = []
    for step in 0..<120 {
      guard case .list(let items) = try app.state("cart.items") else { return }
      let at = Int.random(in: 1...max(1, items.count), using: &generator)
      var line = "cart.add{ sku = 's\(Int.random(in: 0..<50, using: &generator))' }"
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: line = "cart.first{ sku = 'f\(step)' }"
      case 1 where !items.isEmpty: line = "cart.remove{ at = \(at) }"
      case 2, 3: if !items.isEmpty { line = "cart.qty{ at = \(at), qty = \(step % 4) }" }
      case 4: line = "cart.sort{}"
      case 5: line = "cart.least{ qty = \(step % 3) }"
      case 6: line = "cart.fails{}"
      case 7:
        line = "undo"
        _ = try? app.host.undo()
      case 8:
        line = "redo"
        _ = try? app.host.redo()
      default: break
      }
      if line != "undo", line != "redo" { _ = app.failure(line) }
      log.append(line)
      let shown = try app.host.view(of: "cart")
      if shown[1] != shown[2] {
        Issue.record("\(shown[1]) is not \(shown[2]); \(Seed.replay)\n\(log.joined(separator: "\n"))")
        return
      }
    }
  }
}
