import HostTesting
import Testing
import UDFHost
import UDFTooling

@Suite("The graph of an app")
struct GraphTests {
  /// Two features start an effect for the same action, and each effect sends another action.
  private let cart = Source.feature(
    """
      name = "cart", uses = { "kv", "price" }, state = { total = 0 },
      reduce = { add = function() end, priced = function() end, kept = function() end },
      effects = {
        add = function(cx)
          cx.services.price.of("A1")
          cx.send { type = "priced" }
        end,
        priced = function(cx)
          if false then cx.services.kv.set("a", 1) end
        end,
      },
    """)
  private let badge = Source.feature(
    """
      name = "badge", state = { n = 0 },
      reduce = { counted = function(state) state.n = state.n + 1 end, never = function() end },
      effects = {
        ["cart/add"] = function(cx)
          cx.send { type = "counted" }
          if false then cx.send { type = "never" } end
        end,
      },
    """)

  private func app() throws -> TestHost {
    try TestHost([
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "test", features = { require "cart", require "badge" }, services = { price = require "price" },
      }
      """,
      "cart": cart, "badge": badge, "price": "return { of = function() return 1 end }",
    ])
  }

  private func edges(_ graph: AppGraph, _ kind: AppGraph.Edge.Kind) -> [String] {
    graph.edges.filter { $0.kind == kind }.map { "\($0.from) → \($0.to) ×\($0.seen)" }
  }

  @Test("shows what the effects send and call before anything has happened")
  func source() throws {
    // The graph reads the files of the app, which exist as long as the object.
    let app = try app()
    let graph = app.host.graph
    #expect(
      edges(graph, .sends) == [
        "effect cart/add in cart → action cart/priced ×0", "effect cart/add in badge → action badge/counted ×0",
        "effect cart/add in badge → action badge/never ×0",
      ])
    #expect(
      edges(graph, .calls) == [
        "effect cart/add in cart → service price ×0", "effect cart/priced in cart → service kv ×0",
      ])
  }

  @Test("counts each consequence for the effect that has sent it, and the calls of services")
  func seen() throws {
    let app = try app()
    for _ in 1...2 { try app.host.send("cart/add") }
    let graph = app.host.graph
    #expect(
      edges(graph, .sends) == [
        "effect cart/add in cart → action cart/priced ×2", "effect cart/add in badge → action badge/counted ×2",
        "effect cart/add in badge → action badge/never ×0",
      ])
    #expect(
      edges(graph, .calls) == [
        "effect cart/add in cart → service price ×2", "effect cart/priced in cart → service kv ×0",
      ])
    #expect(
      edges(graph, .starts) == [
        "action cart/add → effect cart/add in cart ×2", "action cart/add → effect cart/add in badge ×2",
        "action cart/priced → effect cart/priced in cart ×2",
      ])
  }

  @Test("finds the sender by its line if the source shows two, and else shows the action as the cause")
  func unclear() throws {
    func effect(_ feature: String) -> String {
      Source.feature(
        """
          name = "\(feature)", state = {},
          effects = { ["log/go"] = function(cx) cx.send { type = "log/note" } end },
        """)
    }
    let log = Source.feature(
      #"  name = "log", state = {}, reduce = { go = function() end, note = function() end },"#)
    for keepsSites in [true, false] {
      let app = try TestHost(["log": log, "one": effect("one"), "two": effect("two")]) { $0.keepsSites = keepsSites }
      try app.host.send("log/go")
      let seen = app.host.graph.edges.filter { $0.kind == .sends && $0.seen > 0 }
      #expect(
        seen.map { "\($0.from) ×\($0.seen)" }
          == (keepsSites
            ? ["effect log/go in one ×1", "effect log/go in two ×1"] : ["action log/go ×2"]))
    }
  }

  @Test("leads to the lines of the flow, scenes, services and effects")
  func places() throws {
    let app = try News.host()
    let graph = app.host.graph
    let flow = graph.nodes.first { $0.kind == .flow }
    #expect(flow?.file == "flow.lua")
    #expect(flow?.line == 2)
    for scene in graph.nodes where scene.kind == .scene && scene.name != "error" {
      #expect(scene.file == "scenes.lua", "\(scene.name)")
      #expect(scene.line != nil, "\(scene.name)")
    }
    #expect(
      edges(graph, .sends).contains("scene listArticles → action articles/select ×0"), "\(edges(graph, .sends))")
    let shop = try self.app()
    let price = shop.host.graph.nodes.first { $0.id == "service price" }
    #expect(price?.file == "price.lua")
    #expect(price?.line == 1)
    #expect(shop.host.graph.nodes.first { $0.id == "effect cart/add in badge" }?.line == 6)
  }
}
