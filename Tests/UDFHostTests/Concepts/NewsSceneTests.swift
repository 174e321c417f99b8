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
