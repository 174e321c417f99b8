import HostTesting
import Testing

@testable import UDFHost
@testable import UDFTooling

@Suite("the screen of a scene")
struct SceneScreenTests {
  private static let articles = Source.feature(
    """
      name = "articles",
      state = { titles = { "One", "Two" }, log = udf.list {} },
      events = {
        select = function(event) return { type = "select", at = event.at } end,
        like = function(event) return { type = "like", at = event.at } end,
        wait = "wait",
      },
      reduce = {
        select = function(state, action) state.log[#state.log + 1] = "select " .. action.at end,
        like = function(state, action) state.log[#state.log + 1] = "like " .. action.at end,
        wait = function() end,
      },
      effects = { wait = function(cx) cx.sleep(1) cx.send { type = "like", at = "late" } end },
      emits = { select = "selected" },
    """)

  private static func app(_ more: String = "") throws -> TestHost {
    try TestHost([
      "articles": articles,
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "test",
        features = { require "articles" },
        flow = udf.flow {
          start = "list",
          routes = {
            list = { scene = "list" }, article = { scene = "article", link = "/articles/:at" },
            hint = { scene = "article" }, bare = { scene = "bare" },
          },
          on = { ["articles.selected"] = function(nav, event) nav.push("article", { at = event.at }) end },
        },
        scenes = {
          udf.scene {
            name = "list", model = { "articles.titles" }, events = { tap = "articles.select" },
            view = function(model) return model.articles.titles end,
            screen = udf.screen(function(view, ui)
              return ui.list(view, function(title, i)
                return ui.row { text = title, event = "tap", fields = { at = tostring(i) } }
              end)
            end),
          },
          udf.scene {
            name = "article", events = { like = "articles.like" },
            view = function(_, params) return params end,
            screen = udf.screen(function(view, ui)
              return {
                ui.title("Article " .. (view.at or "?")), ui.button("Like", "like"),
                ui.button("Wait", "articles.wait"), ui.button("Odd", "lik"),
                ui.button("Like in full", "article.like"),
              }
            end),
          },
          udf.scene { name = "bare", view = function() return {} end },
        },
      }
      """,
    ])
  }

  private func screen(_ app: TestHost) throws -> Screen { try app.host.screen(rows: 1..<21) }

  @Test("is that of the top of the path, and its scene has its own events")
  func journey() throws {
    let app = try Self.app()
    #expect(try screen(app).targets.map(\.label) == ["One", "Two"])
    try app.host.tap(2, on: screen(app))
    #expect(app.host.screens.map(\.route) == ["list", "article"])
    #expect(try screen(app).elements.first == .title("Article 2", subtitle: nil))
    try app.host.tap(1, on: screen(app))
    #expect(try app.state("articles.log") == ["select 2", "like 2"])
    try app.host.back()
    #expect(try screen(app).name == "list")
    #expect(failure { try app.host.back() }.contains("there is nothing to go back to"))
  }

  @Test("can be dismissed if it was presented")
  func modal() throws {
    let app = try Self.app()
    try app.host.navigation?.present("hint")
    try app.host.back()
    #expect(app.host.screens.map(\.route) == ["list"])
    #expect(app.actions.last?.type == "nav/dismiss")
  }

  @Test("ends the effects that its taps have started")
  func effects() throws {
    let app = try Self.app()
    try app.host.navigation?.push("article", ["at": "1"])
    try app.host.tap(2, on: screen(app))
    try app.host.back()
    app.pass(2)
    #expect(try app.state("articles.log") == [])
  }

  @Test("receives the events that it raises, also when another screen of its scene is above it")
  func covered() throws {
    let app = try Self.app()
    try app.host.navigation?.push("article", ["at": "1"])
    let covered = try screen(app)
    try app.host.navigation?.push("article", ["at": "2"])
    try app.host.tap(4, on: covered)
    try app.host.tap(4, on: screen(app))
    #expect(try app.state("articles.log") == ["like 1", "like 2"])
  }

  @Test("cannot be tapped after it was removed, and has only the events of its scene")
  func gone() throws {
    let app = try Self.app()
    try app.host.navigation?.push("article", ["at": "1"])
    let article = try screen(app)
    #expect(
      failure { try app.host.tap(3, on: article) }
        == "article.lik: article has no event \"lik\". Did you mean \"like\"?")
    try app.host.back()
    #expect(failure { try app.host.tap(1, on: article) } == "no screen on the path has the id 2; there are 1")
  }

  @Test("is reported if its scene has none; a link without a route has one")
  func missing() throws {
    let app = try Self.app()
    try app.host.navigation?.push("bare")
    #expect(
      failure { _ = try screen(app) } == """
        screen: the scene bare has none
          To fix this, add it: screen = udf.screen(function(view, ui) … end)
        """)
    try app.host.open(link: "/nowhere")
    #expect(try screen(app).elements == [.error("there is no screen for /nowhere", nil)])
  }

  @Test("has no previous screen in an app without a flow")
  func noFlow() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(failure { try app.host.back() } == "back: this app has no flow, so there is no screen to go back to")
  }
}
