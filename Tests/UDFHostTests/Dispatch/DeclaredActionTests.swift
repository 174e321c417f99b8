import HostTesting
import Testing
import UDFHost

@Suite("an action that `actions` declares")
struct DeclaredActionTests {
  private static let shop = Source.feature(
    """
      name = "shop",
      state = { last = "" },
      actions = {
        add = { sku = "string", qty = "integer", note = "string?" },
        size = { size = udf.enum { "S", "M" } },
        tag = { tags = { "string" } },
        move = { to = { x = "number", y = "number?" } },
        clear = {},
      },
      reduce = {
        add = function(state, action) state.last = action.sku end,
        size = function(state, action) state.last = action.size end,
        tag = function(state, action) state.last = action.tags[1] end,
        move = function(state, action) state.last = tostring(action.to.x) end,
        clear = function(state) state.last = "" end,
      },
    """)

  private static func refusal(_ line: Int, _ problem: String, _ fix: String) -> String {
    """
    shop.lua:\(line): shop/\(problem)
      The action was refused and the state is unchanged.
      To fix this, \(fix)
    """
  }

  @Test(
    "is refused with its position, the consequence, and how to fix it",
    arguments: [
      (
        "shop.add{ sku = 'A1', qty = 'x' }", 13, "add: qty must be an integer, got string \"x\"",
        "send an integer: shop.add{ sku = \"A1\", qty = 2 }"
      ),
      (
        "shop.add{ sku = 'A1', qty = 1.5 }", 13, "add: qty must be an integer, got number 1.5",
        "send an integer: shop.add{ sku = \"A1\", qty = 2 }"
      ),
      (
        "shop.add{ qty = 1 }", 13, "add: sku is missing; it must be a string",
        "send it: shop.add{ qty = 1, sku = \"…\" }"
      ),
      (
        "shop.add{ sku = 'A1', qty = 1, not = 'x' }".replacing("not =", with: "nte ="), 13,
        "add: unknown field nte. Did you mean \"note\"?",
        "send only declared fields: shop.add{ note = \"…\", qty = 2, sku = \"…\" }"
      ),
      (
        "shop.size{ size = 'XL' }", 14, "size: size must be one of \"S\", \"M\", got string \"XL\"",
        "send one of \"S\", \"M\": shop.size{ size = \"S\" }"
      ),
      (
        "shop.tag{ tags = { 'a', 2 } }", 15, "tag: tags[2] must be a string, got number 2",
        "send a string: shop.tag{ tags = { \"…\" } }"
      ),
      (
        "shop.move{ to = { y = 1 } }", 16, "move: to.x is missing; it must be a number",
        "send it: shop.move{ to = { x = 2, y = 2 } }"
      ),
      (
        "shop.add{ skku = 'A1' }", 13, "add: unknown field skku. Did you mean \"sku\"?",
        "send only declared fields: shop.add{ note = \"…\", qty = 2, sku = \"…\" }"
      ),
      (
        "shop.move{ to = { x = 1, y = 1, z = 1 } }", 16, "move: unknown field to.z. Known names: x, y.",
        "send only declared fields: shop.move{ to = { x = 2, y = 2 } }"
      ),
      (
        "shop.tag{ tags = 'a' }", 15, "tag: tags must be a list of strings, got string \"a\"",
        "send a list of strings: shop.tag{ tags = { \"…\" } }"
      ),
      (
        "shop.clear{ all = true }", 17, "clear: unknown field all. It takes no fields.",
        "send only declared fields: shop.clear{}"
      ),
    ])
  func refused(line: String, at: Int, problem: String, fix: String) throws {
    let app = try TestHost(["shop": Self.shop])
    try app.run("shop.add{ sku = 'first', qty = 1 }")
    #expect(app.failure(line) == Self.refusal(at, problem, fix))
    #expect(try app.state("shop.last") == "first")
    #expect(app.actions.map(\.status) == [.committed, .rejected])
    #expect(app.host.history.count == 1)
  }

  @Test("is refused with the same message if Swift sends it, with code and position")
  func fromSwift() throws {
    let app = try TestHost(["shop": Self.shop])
    let error = #expect(throws: HostError.self) { try app.host.send("shop/add", ["sku": 1, "qty": 1]) }
    #expect(error?.code == "refused")
    #expect(error?.file == "shop.lua")
    #expect(error?.line == 13)
    #expect(error?.message.hasPrefix("shop.lua:13: shop/add: sku must be a string, got number 1\n") == true)
  }

  @Test("is accepted if its fields fit, also a whole float for an integer and an empty table for a list")
  func fits() throws {
    let app = try TestHost(["shop": Self.shop])
    try app.run("shop.add{ sku = 'A1', qty = 2.0 }")
    try app.run("shop.size{ size = 'M' }")
    try app.run("shop.tag{ tags = {} }")
    try app.run("shop.move{ to = { x = 1.5 } }")
    #expect(app.actions.allSatisfy { $0.status == .committed })
    #expect(try app.state("shop.last") == "1.5")
  }

  @Test("has no reducer if the feature only declares it")
  func declaredOnly() throws {
    let app = try TestHost([
      "a": Source.feature("name = 'a', actions = { go = {}, stay = {} }, reduce = { stay = function() end }")
    ])
    #expect(
      app.failure("a.go()") == """
        prompt:1: a/go: no feature handles this action
          The state is unchanged.
          To fix this, add a reducer for it, or send one of: a/stay
        """)
  }
}
