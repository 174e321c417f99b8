import HostTesting
import Testing
import UDFHost

/// The rows on scenes and links of "Core / State / Render (news example)"; each test names its row.
@Suite("News in Lua: scenes and links")
struct NewsSceneTests {
  @Test("SceneRender: views never build views; a scene holds only its own child renders")
  func render() throws {
    let app = try News.host()
    #expect(try app.host.screenState()["rows"] == ["One!", "Two!"])
    let curious = try News.host(scenes: News.scenes.replacing("render.card {", with: "render.login {"))
    #expect(
      failure { _ = try curious.host.screenState() }
        == """
        scenes.lua:7: view of the scene listArticles: the scene listArticles does not render "login". \
        To fix this, list it: renders = { "login" }
        """)
  }

  @Test("scoped model and render: a subset only; an unlisted key errors")
  func scoped() throws {
    let scenes = News.scenes.replacing("ipairs(model.articles.items)", with: "ipairs(model.articles.log)")
    let app = try News.host(scenes: scenes)
    #expect(
      failure { _ = try app.host.screenState() }
        == """
        scenes.lua:7: view of the scene listArticles: the scene listArticles does not list "articles.log". \
        To fix this, add it: model = { "articles.log" }
        """)
  }

  @Test("action creators, action(to:): the reducer is saved anew, and the creator that somebody holds is unchanged")
  func actionCreators() throws {
    let app = try News.host()
    // The test keeps one, and so the objects that it has made.
    try app.run("choose = articles.make.select")
    try app.run("made = choose{ id = '1' }")
    try app.run("dispatch(made)")
    #expect(try app.log == ["shown list", "shown 1"])
    let selecting = "select = function(state, action) table.insert(state.log, 'selected ' .. action.id) end,"
    try app.save(News.articles.replacing("select = function() end,", with: selecting), to: "articles")
    #expect(app.saved("articles")?.ok == true)
    for action in ["made", "choose{ id = '1' }", "articles.make.select{ id = '1' }"] {
      #expect(try app.run(action) == ["type": "articles/select", "id": "1"])
      try app.run("dispatch(\(action))")
    }
    #expect(try app.log.filter { $0 == "selected 1" }.count == 3)
    // The screen keeps one, too: the action of its event.
    try app.host.raise("tap", ["id": "2"], on: 1)
    #expect(app.actions.last { $0.type == "articles/select" }?.fields == ["id": "2"])
    #expect(try app.log.filter { $0 == "selected 2" }.count == 1)
  }

  @Test("deep links: cold and warm reach the same path; an unknown link gives an error scene")
  func links() throws {
    for (link, routes) in [("/articles/7", ["list", "article"]), ("/", ["list"]), ("/nope", ["list", "notFound"])] {
      let cold = try News.host { $0.link = link }
      let warm = try News.host()
      try warm.run("nav.push('login')")
      try warm.host.open(link: link)
      #expect(cold.routes == routes)
      #expect(warm.routes == routes)
      #expect(try cold.host.screenState() == warm.host.screenState())
    }
  }
}
