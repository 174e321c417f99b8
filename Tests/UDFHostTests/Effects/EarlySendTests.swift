import HostTesting
import Testing
import UDFHost

/// The host starts an effect while it dispatches an action; what the effect sends then is reduced after that action.
@Suite("an effect that sends before its first wait")
struct EarlySendTests {
  private static func stock(_ effect: String, _ more: String = "") -> String {
    Source.feature(
      """
        name = "stock",
        state = { left = 1, log = udf.list {} },
        reduce = {
          order = function(state) end,
          take = function(state)
            if state.left == 0 then error("nothing left") end
            state.left = state.left - 1
          end,
          note = function(state, action) table.insert(state.log, action.text) end,
        },
        effects = {
          order = \(effect),
          \(more)
        },
      """)
  }

  private static let taking = """
    function(cx)
      local ok, problem = pcall(cx.send, { type = "take" })
      cx.send { type = "note", text = ok and "printed" or problem.message }
    end
    """

  @Test("learns whether its action was committed, and one of two gets the last piece")
  func outcome() throws {
    let app = try TestHost(["stock": Self.stock(Self.taking)])
    try app.run("stock.order() stock.order()")
    #expect(try app.state("stock.log") == ["printed", "nothing left"])
    #expect(app.errors.isEmpty)
    #expect(app.host.isSettled)
  }

  @Test("reads the state that its action has made")
  func state() throws {
    let app = try TestHost([
      "stock": Self.stock(
        """
        function(cx)
          local before = cx.state.left
          cx.send { type = "take" }
          cx.log("info", before .. " " .. cx.state.left)
        end
        """)
    ])
    try app.run("stock.order()")
    #expect(app.logs == ["info 1 0"])
  }

  @Test("and that its action cancels ends there")
  func cancelsItself() throws {
    let app = try TestHost([
      "stock": Self.stock(
        #"function(cx) cx.send { type = "take" }; cx.log("info", "after") end"#,
        #"take = function(cx) cx.cancel("order") end,"#)
    ])
    try app.run("stock.order()")
    #expect(app.logs == [] && app.errors.isEmpty)
    #expect(try app.state("stock.left") == 0)
    #expect(app.host.isSettled)
  }

  @Test("and is cancelled before its action is reduced gets no answer, and a refusal is reported")
  func cancelled() throws {
    // The action of the middleware is reduced first: it is sent before the effect starts.
    let app = try TestHost([
      "stock": Self.stock(
        #"function(cx) cx.send { type = "take" }; cx.log("info", "after") end"#,
        #"note = function(cx) cx.cancel("order") end,"#
      ).replacing("left = 1", with: "left = 0"),
      "app": Source.app(
        ["stock"],
        more: """
          ,
            middleware = { udf.middleware { name = "m", after = function(cx, action)
              if action.type == "stock/order" then cx.send { type = "stock/note", text = "cancel" } end
            end } }
          """),
    ])
    try app.run("stock.order()")
    #expect(app.actions.map(\.type) == ["stock/order", "stock/note", "stock/take"])
    #expect(
      app.errors.map(\.message) == [
        """
        stock.lua:8: stock/take: nothing left
          The action was refused and the state is unchanged.
        """
      ])
    #expect(app.logs == [])
    #expect(app.host.isSettled)
  }

  @Test(
    "goes on if middleware stops or replaces its action",
    arguments: ["false", "{ type = 'stock/note', text = 'other' }"])
  func middleware(_ answer: String) throws {
    let app = try TestHost([
      "stock": Self.stock(Self.taking),
      "app": Source.app(
        ["stock"],
        more: """
          ,
            middleware = { udf.middleware { name = "m", intercepts = true, before = function(cx, action)
              if action.type == "stock/take" then return \(answer) end
            end } }
          """),
    ])
    try app.run("stock.order()")
    let log: Value = answer == "false" ? ["printed"] : ["other", "printed"]
    #expect(try app.state("stock.log") == log)
    #expect(try app.state("stock.left") == 1)
  }

  @Test("from a callback that cannot wait, goes on, and a refusal is reported")
  func callback() throws {
    let app = try TestHost([
      "stock": Self.stock(
        """
        function(cx)
          table.sort({ 1, 2 }, function(a, b) cx.send { type = "take" }; return a < b end)
          string.gsub("x", "x", function() cx.send { type = "take" } end)
          cx.log("info", "after")
        end
        """)
    ])
    try app.run("stock.order()")
    #expect(app.logs == ["info after"])
    #expect(try app.state("stock.left") == 0)
    #expect(app.errors.map(\.message).first?.hasPrefix("stock.lua:8: stock/take: nothing left") == true)
  }

  @Test("is cancelled if its action is dropped as a part of a loop, and what it sends then is refused")
  func loop() throws {
    let app = try TestHost([
      "stock": Self.stock(
        """
        function(cx)
          local ok, problem = pcall(cx.send, { type = "order" })
          if not ok then cx.log("info", tostring(problem)) cx.send { type = "take" } end
        end
        """)
    ])
    try app.run("stock.order()")
    app.host.poll()
    #expect(app.errors.map(\.code) == ["loop"])
    #expect(app.logs == ["info the effect was cancelled"])
    #expect(try app.state("stock.left") == 1)
    #expect(app.host.isSettled)
  }

  @Test("and is cancelled as a part of a loop lets the next request of its queue run")
  func loopInQueue() throws {
    let app = try TestHost([
      "stock": Self.stock(
        """
        udf.queue(function(cx, action)
          while action.loops do cx.send { type = "note", text = "again" } end
          cx.send { type = "take" }
        end)
        """)
    ])
    try app.run("stock.order{ loops = true } stock.order{}")
    while !app.host.isSettled { app.host.poll() }
    #expect(app.errors.map(\.code) == ["loop"])
    #expect(try app.state("stock.left") == 0)
  }

  @Test("ends there if its action is refused, and an undo removes what it has sent before")
  func refused() throws {
    let app = try TestHost(["stock": Self.stock(#"function(cx) for _ = 1, 3 do cx.send { type = "take" } end end"#)])
    try app.run("stock.order()")
    #expect(app.actions.map(\.status) == [.committed, .committed, .rejected])
    #expect(try app.host.undo().count == 2)
    #expect(try app.state("stock.left") == 1)
  }
}
