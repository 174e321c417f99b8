import HostTesting
import Testing
import UDFHost

@Suite("a link")
struct LinkTests {
  @Test("cold and warm, from Swift, Lua and the prompt, shows the start and the linked screen on it")
  func same() throws {
    let link = "news://reader/articles/7?tab=comments"
    let cold = try News.host { $0.link = link }
    let path: Value = [
      ["route": "list", "params": [:], "id": 1],
      ["route": "article", "params": ["id": "7", "tab": "comments"], "id": 2],
    ]
    #expect(try cold.state("nav.path") == path)
    let warm = try News.host()
    try warm.host.open(link: link)
    #expect(try warm.state("nav.path") == path)
    let lua = try News.host()
    try lua.run("nav.open('\(link)')")
    #expect(try lua.state("nav.path") == path)
    try lua.run("nav.push('login')")
    try lua.run("nav.open('/articles/8')")
    #expect(lua.routes == ["list", "article"])
    #expect(try lua.run("nav.view") == ["id": "8"])
    try lua.run("nav.open('/')")
    #expect(lua.routes == ["list"])
    // A start that is there stays the screen that it was.
    #expect(lua.host.screens.map(\.id) == [1])
    try lua.run("nav.open('/?tab=new')")
    #expect(lua.host.screens.map(\.params) == [["tab": "new"]])
  }

  @Test("without a route shows the error scene")
  func unknown() throws {
    let app = try News.host { $0.link = "/nope" }
    #expect(app.routes == ["list", "notFound"])
    #expect(try app.host.screenState() == ["message": "there is no screen for /nope", "link": "/nope"])
    #expect(app.errors.isEmpty)
  }

  @Test("without a route shows the flow's route `notFound`, or the app's own scene for it")
  func ownError() throws {
    let flow = News.flow.replacing("start = \"list\",", with: "start = \"list\", notFound = \"login\",")
    let app = try News.host(flow: flow)
    try app.host.open(link: "/nope")
    #expect(app.routes == ["list", "login"])
    #expect(app.host.screens.last?.params["link"] == "/nope")
    let scene = "udf.scene { name = \"error\", view = function(_, params) return params.message:upper() end },\n}"
    let scenes = try News.host(scenes: String(News.scenes.dropLast()) + scene)
    try scenes.host.open(link: "/nope")
    #expect(try scenes.host.screenState() == "THERE IS NO SCREEN FOR /NOPE")
  }

  @Test("that is not valid is reported, and the path stays")
  func malformed() throws {
    let app = try News.host()
    try app.run("nav.push('login')")
    let text = "link articles: it has no path\n  To fix this, write /path or scheme://host/path"
    #expect(failure { try app.host.open(link: "articles") } == text)
    #expect(app.failure("nav.open('articles')") == text)
    #expect(app.failure("nav.open(7)") == "prompt:1: nav.open takes a link, got number")
    #expect(app.routes == ["list", "login"])
    #expect(failure { _ = try News.host { $0.link = "articles" } } == text)
  }

  @Test("is matched by the patterns of the flow: encoded names, and no fragment")
  func pattern() throws {
    let app = try News.host(
      flow: "login = { scene = \"login\", link = \"/by/:the%20name#top\" },", for: "login = { scene = \"login\" },")
    try app.host.open(link: "/by/ada")
    #expect(app.routes == ["list", "login"])
    #expect(app.host.screens.last?.params == ["the name": "ada"])
    #expect(
      app.failure("nav.push('login')")
        == "prompt:1: nav.push: \"login\" needs the param the name, as its link says: /by/:the%20name#top")
  }

  @Test("runs the guard of its route")
  func guarded() throws {
    let app = try News.host()
    try app.host.open(link: "/pay")
    #expect(app.routes == ["list", "login"])
    try app.host.event("login.submit", ["name": "ada"])
    #expect(app.routes == ["list", "checkout/pay"])
  }

  @Test("matches a pattern with a text before one with a param")
  func narrow() throws {
    let more = "login = { scene = \"login\", link = \"/articles/new\" },"
    let app = try News.host(flow: more, for: "login = { scene = \"login\" },")
    try app.host.open(link: "/articles/new")
    #expect(app.routes == ["list", "login"])
  }
}
