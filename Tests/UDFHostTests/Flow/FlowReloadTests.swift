import HostTesting
import Testing
import UDFHost

@Suite("a reload of a flow")
struct FlowReloadTests {
  @Test("keeps the path; new routes and handlers can be used at once")
  func kept() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    try app.save(
      News.flow.replacing("closed =", with: "more = { scene = \"step\", link = \"/more\" }, closed =")
        .replacing("nav.push(\"article\", { id = event.id })", with: "nav.replace(\"more\")"), to: "flow")
    #expect(app.saved("flow")?.ok == true)
    #expect(app.routes == ["list", "article"])
    try app.host.event("articles.tap", ["id": "2"])
    #expect(app.routes == ["list", "more"])
    try app.host.open(link: "/more")
    #expect(app.routes == ["list", "more"])
    // The actions of screens that are still shown are not sent again.
    #expect(try app.log == ["shown list", "shown 1", "hidden 1"])
  }

  @Test("without a route that is on the path is refused, and the path stays; without another route it is accepted")
  func vanished() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    try app.save(News.flow.replacing("article = {", with: "story = {"), to: "flow")
    #expect(
      app.saved("flow")?.error?.message
        == """
        flow.lua:2: the route "article" was removed, but screen 2 of the path shows it
          To fix this, add it again, leave the screen first, or begin again from the initial state: :reload!
        """)
    #expect(app.routes == ["list", "article"])
    #expect(try app.host.screenState() == ["id": "1"])
    try app.run("nav.pop()")
    #expect(app.host.reload(reset: false).ok)
    #expect(app.failure("nav.push('article', { id = '1' })").contains("there is no route \"article\""))
    #expect(app.host.navigation?.path.count == 1)
    try app.run("nav.push('story', { id = '1' })")
    #expect(app.routes == ["list", "story"])
  }

  @Test("with another start replaces the former start's screen, and keeps the screens above it")
  func start() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    try app.save(
      News.flow.replacing("start = \"list\"", with: "start = \"home\"").replacing("list = {", with: "home = {"),
      to: "flow")
    let report = try #require(app.saved("flow"))
    #expect(report.error == nil)
    #expect(
      report.notes == ["the start of the flow has another route and a new screen; the history is empty"])
    #expect(app.routes == ["home", "article"])
    #expect(app.host.screens.map(\.id) == [3, 2])
    try app.run("nav.pop()")
    #expect(try app.run("nav.view.count") == 2)
    #expect(
      failure { _ = try app.host.undo(2) }.contains("Undo does not go back past the reload that renamed the start"))
  }

  @Test("without a route of the history makes it impossible to bring back the route's screen")
  func undone() throws {
    let text = """
      it would bring back a screen of the route "article", which was removed
        To fix this, add the route again, or continue from here
      """
    let without = News.flow.replacing("article = {", with: "story = {")
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    try app.run("nav.pop()")
    #expect(try app.reload("flow", as: without)?.ok == true)
    let before = try app.state()
    #expect(failure { _ = try app.host.undo() } == "undo: " + text)
    #expect(try app.state() == before)
    #expect(app.routes == ["list"])
    #expect(try app.run("nav.view.count") == 2)
    #expect(app.host.reload(reset: false).ok)
    #expect(try app.reload("flow", as: News.flow)?.ok == true)
    _ = try app.host.undo()
    #expect(app.routes == ["list", "article"])
    _ = try app.host.undo()
    #expect(try app.reload("flow", as: without)?.ok == true)
    let refusal = failure { _ = try app.host.redo() }
    #expect(refusal.contains(/^redo: #\d+ is refused now: nav\/push: .*"article"/))
    #expect(
      refusal.hasSuffix(
        """
          The state and the history are unchanged.
          To fix this, load code that accepts the action, or continue: the next action discards what was undone
        """))
    #expect(app.routes == ["list"])
    #expect(app.host.history.filter(\.undone).count == app.host.history.count - 1)
  }

  @Test("from the initial state resets the path, and cancels the effects of its screens")
  func reset() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    app.host.reload(reset: true)
    #expect(app.routes == ["list"])
    #expect(try app.log == ["shown list"])
    app.pass(60)
    #expect(try app.log == ["shown list", "read list"])
  }

  @Test("that removes the flow and adds it again keeps the path")
  func parked() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    #expect(try app.reload("app", as: News.app.replacing("flow = require \"flow\",", with: ""))?.ok == true)
    #expect(app.routes == [])
    app.pass(60)
    #expect(try app.log == ["shown list", "shown 1"])
    #expect(try app.reload("app", as: News.app)?.ok == true)
    #expect(app.routes == ["list", "article"])
  }
}
