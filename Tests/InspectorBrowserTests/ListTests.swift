import Testing

@Suite(
  "The list of actions and the state in the inspector", .serialized,
  .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct ListTests {
  @Test("the list is filtered by words, a feature and an origin, which must all match")
  func filters() throws {
    let page = try InspectorPage(of: try InspectedApp(example: "shop"))
    for sku in ["A1", "B2"] { try page.prompt("cart.add{ sku = '\(sku)', title = 'Mug', price = 3 }") }
    try page.prompt("catalog.search{ query = 'mug' }")
    try page.open("screen")
    try page.press("cart: 2", in: "screen-view")
    try page.action("nav/push")
    let all = try page.listed()
    let words = "action-list input[type=search]"
    try page.browser.type("MUG cart", into: words)
    try page.browser.wait(until: "document.querySelector('action-list output').textContent === '2 of \(all.count)'")
    #expect(try page.listed() == ["cart/add", "cart/add"])
    try page.browser.type(" b2", into: words)
    try page.browser.wait(until: "document.querySelector('action-list output').textContent === '1 of \(all.count)'")
    try page.browser.clear(words)
    try page.browser.choose("catalog", in: "Filter by feature")
    try page.browser.wait(until: "document.querySelector('action-list output').textContent === '1 of \(all.count)'")
    try page.waitForList(["catalog/search"])
    try page.browser.choose("all features", in: "Filter by feature")
    try page.browser.choose("event", in: "Filter by origin")
    try page.browser.wait(
      until: "document.querySelector('action-list output').textContent === '1 of \(all.count)'")
    try page.waitForList(["cart/open"])
    // A new action that does not match stays out of the list.
    try page.prompt("catalog.search{ query = 'x' }")
    try page.browser.wait(
      until: "document.querySelector('action-list output').textContent === '1 of \(all.count + 1)'")
  }

  @Test("a row shows the fields that were sent before the stamped ones")
  func stamped() throws {
    let board = """
      local udf = require "udf"
      return udf.feature {
        name = "board", shared = true, state = { count = 0 }, actions = { add = { id = "string", title = "string" } },
        stamp = function() return { id = ("9dd5e4bc"):rep(20) } end,
        reduce = { add = function(state) state.count = state.count + 1 end },
      }
      """
    let app = "return require('udf').app { name = 'board', features = { require 'features.board' } }"
    let page = try InspectorPage(of: try InspectedApp(files: ["app.lua": app, "features/board.lua": board]))
    try page.prompt("board.add{ title = 'milk' }")
    #expect(try page.action("board/add")[2].hasPrefix("board/add title=\"milk\", id=\"9dd5"))
  }

  @Test("a place of the state is found by a text, its path is copied, and it is watched")
  func state() throws {
    let page = try InspectorPage(of: try InspectedApp(example: "shop"))
    try page.browser.tools(
      "Browser.grantPermissions", ["permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]])
    try page.open("state")
    try page.browser.type("slide", into: "state-view input[type=search]")
    try page.browser.wait(until: "document.querySelectorAll('state-view [role=treeitem]').length === 4")
    try page.browser.clear("state-view input[type=search]")
    try page.waitForText("cart", in: "state-view value-tree")
    try page.browser.run("document.querySelector('state-view value-tree').choose(['cart', 'items'])")
    try page.press("Copy path", in: ".place")
    try page.waitForText("copied", in: "state-view .bar output")
    let copied = try page.browser.command(
      "POST", "/execute/async", ["script": "navigator.clipboard.readText().then(arguments[0])", "args": []])
    #expect(copied.string == "cart.items")
    try page.press("Watch", in: ".place")
    try page.prompt("cart.add{ sku = 'A1', title = 'Mug', price = 3 }")
    try page.browser.wait(
      until: """
        [...document.querySelectorAll('.output pre')].some((line) => /^watch cart.items: {} → /.test(line.textContent))
        """)
  }

  @Test("a list that was emptied and then has a name is shown with the name")
  func emptiedList() throws {
    let page = try InspectorPage(
      of: try InspectedApp(files: [
        "app.lua": """
        local udf = require "udf"
        return udf.app { name = "lists", features = { udf.feature {
          name = "lists", state = { place = udf.list { 1 } }, actions = { empty = {}, name = {}, list = {} },
          reduce = {
            empty = function(state) table.remove(state.place) end,
            name = function(state) state.place.name = "visible" end,
            list = function(state) state.place.name = nil state.place[1] = "first" end,
          },
        } } }
        """
      ]))
    try page.open("state")
    for (action, text) in [("empty", "place = {}"), ("name", "visible"), ("list", "first")] {
      try page.prompt("lists.\(action)()")
      try page.waitForText(text, in: "state-view value-tree")
      // The page's state, computed from the changes, equals the host's state.
      let held = try page.browser.command("POST", "/execute/async", ["script": .string(Self.compare), "args": []])
      #expect(held.isTrue, "\(action)")
    }
  }

  private static let compare = """
    const done = arguments[0];
    import(new URL('main.js', document.baseURI)).then(async ({ app }) => {
      const answer = await app.connection.request('state');
      done(JSON.stringify(answer[0].value) === JSON.stringify(app.session.state));
    });
    """
}
