import HostTesting
import Testing
import UDFHost

@Suite("a child flow")
struct ChildFlowTests {
  private func app() throws -> TestHost {
    let app = try News.host()
    try app.run("session.restore { name = 'ada' }; nav.push('login'); nav.replace('checkout')")
    return app
  }

  @Test("handles events of its screens first, and uses short names for its routes")
  func events() throws {
    let app = try app()
    try app.host.event("articles.tap", ["id": "2"])
    #expect(app.routes == ["list", "checkout/address", "checkout/pay"])
    // An event without a handler goes to the outer flow.
    try app.run("session.login { name = 'bob' }")
    #expect(app.routes == ["list", "checkout/address"])
  }

  @Test("that has finished removes its screens, and its outer flow continues")
  func finish() throws {
    let app = try app()
    try app.host.event("articles.tap", ["id": "2"])
    try app.host.event("articles.tap", ["id": "done"])
    #expect(app.routes == ["list", "article"])
    #expect(app.host.screens.last?.params == ["id": "1"])
    #expect(app.errors.isEmpty)
  }

  @Test("that raises an event, or its end, without a handler is reported once")
  func unheard() throws {
    let flow = News.flow.replacing(
      "[\"checkout.finished\"] = function(nav, event) nav.push(\"article\", event) end,", with: "")
    let session = News.session.replacing("return \"loggedIn\"", with: "return \"logedIn\"")
    let app = try News.host(flow: flow, session: session)
    try app.run("session.restore { name = 'ada' }; nav.push('checkout')")
    for _ in 1...2 { try app.run("session.login { name = 'bob' }") }
    try app.host.event("articles.tap", ["id": "done"])
    #expect(app.routes == ["list"])
    #expect(
      app.logs == [
        """
        warning checkout: on has no handler for the event "session.logedIn". Did you mean "session.loggedIn"?
        """,
        """
        warning flow: on has no handler for the event "checkout.finished". \
        Known names: articles.articleSelected, session.loggedIn.
        """,
      ])
    #expect(app.errors.isEmpty)
  }

  @Test("without a screen on the path cannot finish: the action is refused and the path stays")
  func absent() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    #expect(
      app.failure("dispatch { type = 'nav/finish', flow = 'checkout' }") == """
        prompt:1: nav/finish: no screen of the flow "checkout" is on the path
          The action was refused and the state is unchanged.
        """)
    #expect(app.routes == ["list", "article"])
  }

  @Test("cannot show routes of its outer flows")
  func scoped() throws {
    let app = try News.host(checkout: News.checkout.replacing("nav.push(\"pay\")", with: "nav.push(\"list\")"))
    try app.run("session.restore { name = 'ada' }; nav.push('checkout')")
    try app.host.event("articles.tap", ["id": "2"])
    #expect(
      app.errors.first?.message.hasPrefix(
        "checkout.lua:8: flow on[\"articles.articleSelected\"]: nav.push: there is no route \"list\". Known names: address, pay."
      )
        == true)
  }

  @Test("may be the start; its last screen stays until the outer flow replaces it")
  func start() throws {
    let flow = """
      local udf = require "udf"
      local welcome = udf.flow {
        start = "hello", routes = { hello = { scene = "step" } },
        on = { ["articles.articleSelected"] = function(nav) nav.finish() end },
      }
      return udf.flow {
        start = "welcome", routes = { welcome = { flow = welcome }, list = { scene = "listArticles" } },
        on = { ["welcome.finished"] = function(nav) nav.replace("list") end },
      }
      """
    let app = try News.host(flow: flow)
    #expect(app.routes == ["welcome/hello"])
    try app.host.event("articles.tap", ["id": "1"])
    #expect(app.routes == ["list"])
  }
}
