import HostTesting
import Testing
import UDFHost

@Suite("a flow that is saved")
struct FlowReloadTests {
  @Test("keeps the path; new routes and handlers are there at once")
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
    // What was told of screens that are still there is not told again.
    #expect(try app.log == ["shown list", "shown 1", "hidden 1"])
  }

  @Test("without a route that is on the path it is refused, and the path is as it was; without another it is taken")
  func vanished() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    try app.save(News.flow.replacing("article = {", with: "story = {"), to: "flow")
    #expect(
      app.saved("flow")?.error?.message
        == """
        flow.lua:2: the route "article" is gone, and screen 2 of the path is of it
          To fix this, bring it back, leave the screen first, or begin again from the initial state: :reload!
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

  @Test("without a route that only the history knows: what would bring its screen back is refused, and nothing is done")
  func undone() throws {
    let text = """
      it would bring back a screen of the route "article", which is gone
        To fix this, bring the route back, or go on from here
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
    #expect(failure { _ = try app.host.redo() }.contains(/^redo: #\d+ is refused now: nav\/push: .*"article"/))
    #expect(app.routes == ["list"])
    #expect(app.host.history.filter(\.undone).count == app.host.history.count - 1)
  }

  @Test("from the initial state: the path begins again, and the effects of its screens are cancelled")
  func reset() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    app.host.reload(reset: true)
    #expect(app.routes == ["list"])
    #expect(try app.log == ["shown list"])
    app.pass(60)
    #expect(try app.log == ["shown list", "read list"])
  }

  @Test("taken out of the app and put in again, the path is what it was")
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
