import HostTesting
import Testing
import UDFHost

@Suite("a scene")
struct SceneTests {
  private func app(view: String, model: String = "\"articles.items\"", more: String = "") throws -> TestHost {
    let scene = """
      udf.scene {
          name = "listArticles", model = { \(model) }, renders = { "card" },
          view = function(model, params, render) \(view) end, \(more)
        },
      """
    let start = News.scenes.firstRange(of: "udf.scene {\n    name = \"listArticles\"")!.lowerBound
    let end = News.scenes.firstRange(of: "udf.scene { name = \"card\"")!.lowerBound
    return try News.host(
      scenes: String(News.scenes[..<start]) + scene + "\n  " + String(News.scenes[end...]))
  }

  @Test("computes the view state of the top screen, with its params, or of a screen by its id")
  func state() throws {
    let app = try News.host()
    let list: Value = ["rows": ["One!", "Two!"], "count": 2]
    #expect(try app.host.screenState() == list)
    let hint = "The top scene has nav.view."
    #expect(app.failure("view.listArticles") == "view: there is no feature \"listArticles\". \(hint)")
    try app.run("nav.push('article', { id = '2' })")
    #expect(try app.host.screenState() == ["id": "2"])
    #expect(try app.run("nav.view") == ["id": "2"])
    #expect(try app.host.screenState(of: 1) == list)
    #expect(failure { _ = try app.host.screenState(of: 9) } == "no screen on the path has the id 9; there are 1, 2")
    #expect(try app.run("view") == ["articles": ["count": 2]])
  }

  static let refusals: [(view: String, text: String)] = [
    (
      "return model.articles.secret",
      "the scene listArticles does not list \"articles.secret\". To fix this, add it: model = { \"articles.secret\" }"
    ),
    (
      "return model.session",
      "the scene listArticles does not list \"session\". To fix this, add it: model = { \"session\" }"
    ),
    (
      "return model.view.articles",
      "the scene listArticles does not list \"view\". To fix this, add it: model = { \"view.NAME\" }"
    ),
    (
      "return render.login()",
      "the scene listArticles does not render \"login\". To fix this, list it: renders = { \"login\" }"
    ),
    ("model.x = 1", "the model of the scene listArticles is only for reading: x cannot be written"),
    (
      "render.login = render.card",
      "render.login cannot be written: a scene renders what it lists"
    ),
    ("params.x = 1", "x is read-only: it is computed from the state and reused. To fix this, change a copy"),
    ("error('no')", "no"),
  ]

  @Test("reads and renders only what it lists; an error names the scene, the path and the line", arguments: refusals)
  func scoped(_ view: String, _ text: String) throws {
    let app = try app(view: view)
    #expect(
      failure { _ = try app.host.screenState() } == "scenes.lua:5: view of the scene listArticles: \(text)")
  }

  @Test("reads a listed part as a whole and can iterate over it")
  func whole() throws {
    let all = try app(view: "return model.articles.secret .. #model.articles.items", model: "\"articles\"")
    #expect(try all.host.screenState() == "s2")
    let walked = try app(
      view: "local keys = {} for key in pairs(model.articles) do keys[#keys + 1] = key end return keys",
      model: "\"articles.secret\", \"articles.items\"")
    #expect(try walked.host.screenState() == ["items", "secret"])
    let deep = try app(
      view: "local all = {} for key, part in pairs(model.articles) do all[key] = part end return all.deep.b",
      model: "\"articles.deep.a\", \"articles.off\"")
    #expect(failure { _ = try deep.host.screenState() }.hasSuffix("attempt to index a nil value (field 'deep')"))
    try deep.run("articles.put{ deep = { a = 1, b = 2 } }")
    #expect(
      failure { _ = try deep.host.screenState() }.hasSuffix(
        "does not list \"articles.deep.b\". To fix this, add it: model = { \"articles.deep.b\" }"))
    let scalars = try app(
      view: "local all = {} for key, part in pairs(model.articles) do all[key] = part end return all",
      model: "\"articles.off\", \"articles.missing\"")
    try scalars.run("articles.put{ off = false }")
    #expect(try scalars.host.screenState() == ["off": false])
  }

  @Test("maps its events to events of features, with the params that the action takes, also by a function")
  func events() throws {
    let app = try News.host()
    try app.host.raise("tap", ["id": "1"])
    #expect(app.routes == ["list", "article"])
    #expect(try !app.host.raise("tap", ["id": "1"]))
    #expect(app.logs.contains("info showArticle.tap: no event"))
    try app.host.raise("save")
    #expect(app.host.history.last { $0.type == "articles/save" }?.fields == ["id": "1"])
    try app.host.event("showArticle.tap", ["id": "2"])
    #expect(app.host.screens.map(\.params["id"]) == [.none, "1", "2"])
    // The topmost screen of that scene, or the one that is named.
    try app.host.event("listArticles.tap", ["id": "3"])
    try app.host.raise("tap", ["id": "4"], on: 1)
    #expect(app.host.screens.map(\.params["id"]) == [.none, "1", "2", "3", "4"])
  }

  @Test("with a declared action passes only declared params, and the event's own fields take precedence")
  func declaredFields() throws {
    let app = try TestHost([
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "t",
        features = {
          udf.feature {
            name = "f", state = {}, actions = { some = { id = "integer" }, none = {} },
            events = { some = "some", none = "none" }, reduce = { some = function() end, none = function() end },
          },
        },
        scenes = {
          udf.scene { name = "s", view = function() return {} end, events = { some = "f.some", none = "f.none" } },
        },
        flow = udf.flow { start = "s", routes = { s = { scene = "s" } } },
      }
      """
    ])
    try app.run("nav.push('s', { id = 7, tab = 'x' })")
    try app.host.raise("none")
    try app.host.raise("some")
    try app.host.raise("some", ["id": 8])
    #expect(app.host.history(last: 3).map(\.fields) == [[:], ["id": 7], ["id": 8]])
  }

  @Test("refuses an event that it does not have, and an event of a scene that no screen shows")
  func unknownEvents() throws {
    let app = try News.host()
    #expect(
      failure { try app.host.raise("tpa") }
        == "listArticles.tpa: listArticles has no event \"tpa\". Did you mean \"tap\"?")
    #expect(
      app.failure("event('login.submit')") == "login.submit: no screen on the path shows the scene login")
    #expect(
      failure { try app.host.event("listArticle.tap") }
        == "listArticle.tap: an event is written feature.event. Did you mean \"listArticles.tap\"?")
  }

  static let wrongEvents: [(answer: String, text: String)] = [
    (
      "return 7",
      """
      scenes.lua:5: event listArticles.tap: must return a feature's event and a table of fields, or nothing; \
      returned number 7
        No event was raised.
      """
    ),
    (
      "return 'articles.tpa'",
      """
      scenes.lua:5: event listArticles.tap: articles.tpa: articles has no event "tpa". Did you mean "tap"?
        No event was raised.
      """
    ),
    ("error('no')", "scenes.lua:5: event listArticles.tap: no\n  No event was raised."),
  ]

  @Test("refuses a function that does not return an event of a feature", arguments: wrongEvents)
  func wrongFunction(_ answer: String, _ text: String) throws {
    let app = try app(view: "return 1", more: "events = { tap = function() \(answer) end },")
    #expect(failure { try app.host.raise("tap") } == text)
  }

  @Test("can be shown by many screens, which differ by their params")
  func instances() throws {
    let app = try News.host()
    for id in ["1", "2", "3"] { try app.run("nav.push('article', { id = '\(id)' })") }
    #expect(try app.host.screens.dropFirst().map { try app.host.screenState(of: $0.id)["id"] } == ["1", "2", "3"])
  }
}
