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
        find = {
          tags = udf.maybe { "string" }, at = udf.maybe { x = "number" }, size = udf.maybe(udf.enum { "S", "M" }),
          note = udf.maybe "string",
        },
        clear = {},
      },
      reduce = {
        add = function(state, action) state.last = action.sku end,
        size = function(state, action) state.last = action.size end,
        tag = function(state, action) state.last = action.tags[1] end,
        move = function(state, action) state.last = tostring(action.to.x) end,
        find = function(state, action) state.last = action.size or action.note or #(action.tags or {}) .. " tags" end,
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

  @Test("with null in an optional field of a row is refused with the advice to leave it out")
  func nullInRow() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a", actions = { load = { rows = { { who = udf.maybe { name = "string" } } } } },
          reduce = { load = function() end },
        """)
    ])
    #expect(
      app.failure("a.load{ rows = { { who = udf.null } } }").contains(
        "a/load: rows[1].who must be a table, got null; to leave an optional field out, send nil"))
  }

  @Test(
    "is refused with its position, the consequence, and how to fix it",
    arguments: [
      (
        "shop.add{ sku = 'A1', qty = 'x' }", 17, "add: qty must be an integer, got string \"x\"",
        "send an integer: shop.add{ sku = \"A1\", qty = 2 }"
      ),
      (
        "shop.add{ sku = 'A1', qty = 1.5 }", 17, "add: qty must be an integer, got number 1.5",
        "send an integer: shop.add{ sku = \"A1\", qty = 2 }"
      ),
      (
        "shop.add{ qty = 1 }", 17, "add: sku is missing; it must be a string",
        "send it: shop.add{ qty = 1, sku = \"…\" }"
      ),
      (
        "shop.add{ sku = 'A1', qty = 1, not = 'x' }".replacing("not =", with: "nte ="), 17,
        "add: unknown field nte. Did you mean \"note\"?",
        "send only declared fields: shop.add{ note = \"x\", qty = 1, sku = \"A1\" }"
      ),
      (
        "shop.add{ sku = 'A1', qty = 1, note = udf.null }", 17,
        "add: note must be a string, got null; to leave an optional field out, send nil",
        "send a string: shop.add{ qty = 1, sku = \"A1\", note = \"…\" }"
      ),
      (
        "shop.size{ size = 'XL' }", 18, "size: size must be one of \"S\", \"M\", got string \"XL\"",
        "send one of \"S\", \"M\": shop.size{ size = \"S\" }"
      ),
      (
        "shop.tag{ tags = { 'a', 2 } }", 19, "tag: tags[2] must be a string, got number 2",
        "send a string: shop.tag{ tags = { \"a\", \"…\" } }"
      ),
      (
        "shop.move{ to = { y = 1 } }", 20, "move: to.x is missing; it must be a number",
        "send it: shop.move{ to = { x = 2, y = 1 } }"
      ),
      (
        "shop.add{ skku = 'A1' }", 17, "add: unknown field skku. Did you mean \"sku\"?",
        "send only declared fields: shop.add{ qty = 2, sku = \"A1\" }"
      ),
      (
        "shop.move{ to = { x = 1, y = 1, z = 1 } }", 20, "move: unknown field to.z. Known names: x, y.",
        "send only declared fields: shop.move{ to = { x = 1, y = 1 } }"
      ),
      (
        "shop.tag{ tags = 'a' }", 19, "tag: tags must be a list of strings, got string \"a\"",
        "send a list of strings: shop.tag{ tags = { \"…\" } }"
      ),
      (
        "shop.find{ tags = { 1 } }", 21, "find: tags[1] must be a string, got number 1",
        "send a string: shop.find{ tags = { \"…\" } }"
      ),
      (
        "shop.find{ note = 'x', size = 'XL' }", 21, "find: size must be one of \"S\", \"M\", got string \"XL\"",
        "send one of \"S\", \"M\": shop.find{ note = \"x\", size = \"S\" }"
      ),
      (
        "shop.clear{ all = true }", 22, "clear: unknown field all. It takes no fields.",
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
    #expect(error?.line == 17)
    #expect(error?.message.hasPrefix("shop.lua:17: shop/add: sku must be a string, got number 1\n") == true)
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

  @Test("may lack the fields that udf.maybe declares")
  func optional() throws {
    let app = try TestHost(["shop": Self.shop])
    try app.run("shop.find{}")
    #expect(try app.state("shop.last") == "0 tags")
    try app.run("shop.find{ tags = { 'a' }, at = { x = 1 } }")
    #expect(try app.state("shop.last") == "1 tags")
    try app.run("shop.find{ size = 'M' }")
    #expect(try app.state("shop.last") == "M")
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
