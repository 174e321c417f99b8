import HostTesting
import Testing
import UDFHost

@Suite("a mistake in a flow or scene is reported at its place:")
struct FlowDeclarationTests {
  static let flowKeys: [(line: String, place: String, text: String)] = [
    ("  strat = 'list',", "3:3", "udf.flow: unknown key \"strat\". Did you mean \"start\"?"),
    ("  start = 7,", "3:3", "udf.flow: start must be a string, got number 7"),
    (
      "  start = 'lst', routes = { list = { scene = 's' } },", "3:3",
      "udf.flow: start: there is no route \"lst\". Did you mean \"list\"?"
    ),
    (
      "  start = 'a', notFound = 'b', routes = { a = { scene = 's' } },", "3:16",
      "udf.flow: notFound: there is no route \"b\". Known names: a."
    ),
    ("  start = 'a', routes = { a = 's' },", "3:27", "udf.flow: flow.routes.a must be a table, got string \"s\""),
    (
      "  start = 'a', routes = { a = {} },", "3:27",
      "udf.flow: routes.a needs a scene or a flow"
    ),
    (
      "  start = 'a', routes = { a = { secne = 's' } },", "3:33",
      "udf.flow: routes.a: unknown key \"secne\". Did you mean \"scene\"?"
    ),
    (
      "  start = 'a', routes = { a = { scene = 's', guard = 's' } },", "3:46",
      "udf.flow: routes.a.guard must be a function, got string \"s\""
    ),
    ("  start = 'a', routes = { a = { flow = {} } },", "3:33", "udf.flow: routes.a.flow must be a flow, got table"),
    (
      "  start = 'a', routes = { a = { scene = 's' } }, on = { ['f.e'] = 's' },", "3:59",
      "udf.flow: flow.on.f.e must be a function, got string \"s\""
    ),
    (
      "  start = 'a', routes = { a = { scene = 's', guard = function() end } },", "3:3",
      "udf.flow: start: the route \"a\" has a guard; begin with one that has none"
    ),
    (
      "  start = 'a', routes = { a = { scene = 's', link = '/a/:b' } },", "3:3",
      "udf.flow: start: the route \"a\" needs params, as its link says; begin with one that needs none"
    ),
    (
      "  start = 'a', notFound = 'b', routes = { a = { scene = 's' }, b = { scene = 's', link = '/b/:c' } },", "3:16",
      "udf.flow: notFound: the route \"b\" needs params, as its link says; show one that needs none"
    ),
  ]

  @Test("a key of a flow", arguments: flowKeys)
  func flowKey(_ line: String, _ place: String, _ text: String) {
    let message = failure { _ = try News.host(flow: "local udf = require 'udf'\nreturn udf.flow {\n\(line)\n}") }
    #expect(message.split(separator: "\n").first ?? "" == "flow.lua:\(place): \(text)")
  }

  @Test("a name that is not a Lua name, a flow with a link, a route with a scene and a flow")
  func routes() {
    func told(_ routes: String) -> String {
      let flow = "local udf = require 'udf'\nlocal child = udf.flow { start = 'a', routes = { a = { scene = 's' } } }\n"
      let text = failure { _ = try News.host(flow: flow + "return udf.flow { start = 'a', routes = { \(routes) } }") }
      return text.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(
      told("a = { scene = 's' }, ['b/c'] = { scene = 's' }")
        == "flow.lua:3:66: udf.flow: the name of a route must be a Lua name (letters, digits, _), got \"b/c\"")
    #expect(
      told("a = { flow = child, link = '/a' }").hasSuffix(
        "udf.flow: routes.a is a flow, which has no link: the routes in it have"))
    #expect(
      told("a = { flow = child, scene = 's' }").hasSuffix("udf.flow: routes.a needs a scene or a flow, and has both"))
  }

  static let handlers: [(event: String, text: String)] = [
    ("articlse.articleSelected", "there is no feature \"articlse\". Did you mean \"articles\"?"),
    ("articles.articelSelected", "articles emits no event \"articelSelected\". Did you mean \"articleSelected\"?"),
    ("articleSelected", "a screen event is written \"feature.event\""),
    (
      "articles/save",
      """
      "articles/save" is an action of articles, and a flow listens to screen events
        To fix this, let articles emit a screen event: emits = { save = "EVENT" }
      """
    ),
    (
      "articles.save",
      """
      "articles/save" is an action of articles, and a flow listens to screen events
        To fix this, let articles emit a screen event: emits = { save = "EVENT" }
      """
    ),
  ]

  @Test("an event that no feature emits, with a different text for each mistake", arguments: handlers)
  func handler(_ event: String, _ text: String) {
    let flow = News.flow.replacing("articles.articleSelected", with: event)
    #expect(failure { _ = try News.host(flow: flow) } == "flow.lua:2: flow: on[\"\(event)\"]: \(text)")
  }

  @Test("an output of a use case, which is not an event for a flow")
  func output() {
    let session = """
      local udf = require "udf"
      local logIn = udf.usecase { name = "logIn", outputs = { "didStart", "didSucceed" }, run = function() end }
      return udf.feature {
        name = "session", state = {}, reduce = { start = function() end },
        effects = { login = udf.latest(logIn:bind {}) },
        emits = { start = "loggedIn" },
      }
      """
    let scenes = News.scenes.replacing("session.submit", with: "articles.tap")
    for event in ["session.didSucceed", "logIn.didSucceed"] {
      let flow = News.flow.replacing("session.loggedIn", with: event)
      #expect(
        failure { _ = try News.host(flow: flow, scenes: scenes, session: session) }
          == """
          flow.lua:2: flow: on["\(event)"]: "didSucceed" is an output of the use case logIn, and a flow listens to screen events
            To fix this, let session emit a screen event: emits = { ACTION = "EVENT" }
          """)
    }
  }

  @Test("a missing scene, and links that match the same texts or are not valid")
  func routesOfTheApp() {
    func told(_ line: String, for other: String) -> String {
      failure { _ = try News.host(flow: line, for: other) }
    }
    #expect(
      told("{ scene = \"lgin\" }", for: "{ scene = \"login\" }")
        == "flow.lua:2: flow: routes.login: there is no scene \"lgin\". Did you mean \"login\"?")
    #expect(
      told("login = { scene = \"login\", link = \"/articles/:slug\" },", for: "login = { scene = \"login\" },")
        == """
        flow.lua:2: flow: routes.login: its link /articles/:slug matches the same links as /articles/:id of the route article
          To fix this, give one of them another path
        """)
    #expect(
      told("login = { scene = \"login\", link = \"login\" },", for: "login = { scene = \"login\" },").hasPrefix(
        "flow.lua:2: flow: routes.login: link pattern login: "))
  }

  @Test("flows that contain themselves")
  func cycle() {
    let flow = """
      local udf = require "udf"
      local one = { name = "one", start = "a", routes = { a = { scene = "step" } } }
      local two = udf.flow { name = "two", start = "b", routes = { b = { scene = "step" }, back = { flow = udf.flow(one) } } }
      one.routes.two = { flow = two }
      return one
      """
    #expect(
      failure { _ = try News.host(flow: flow) }.contains(
        "udf.app: flow: a flow cannot be in itself: one → two → one"))
  }

  @Test("the name of a kind in place of a value of the kind")
  func named() {
    func told(_ whole: String, _ text: String) -> String {
      let message = failure { _ = try News.host(app: News.app.replacing(whole, with: text)) }
      return message.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(told("require \"flow\"", "\"flow\"").hasSuffix("udf.app: flow must be a flow, got string \"flow\""))
    #expect(told("require \"scenes\"", "\"table\"").hasSuffix("udf.app: scenes must be a table, got string \"table\""))
  }

  static let scenes: [(line: String, text: String)] = [
    ("modle = {}", "udf.scene: unknown key \"modle\". Did you mean \"model\"?"),
    ("view = 7", "udf.scene: view must be a function, got number 7"),
    ("model = { 7 }", "udf.scene: x.model[1] must be a name, got number 7"),
    (
      "model = { 'a..b' }",
      "udf.scene: x.model[1] must be a path like \"articles.items\" or \"view.cart\", got \"a..b\""
    ),
    ("renders = 's'", "udf.scene: renders must be a table, got string \"s\""),
    ("events = { tap = 7 }", "udf.scene: x.events.tap must be a string or a function, got number 7"),
    (
      "model = { 'articlse.items' }",
      "scene x: model: \"articlse.items\": there is no feature \"articlse\". Did you mean \"articles\"?"
    ),
    (
      "model = { 'articles.itms' }",
      "scene x: model: \"articles.itms\": the initial state has no \"itms\". Did you mean \"items\"?"
    ),
    (
      "model = { 'nav.path' }",
      "scene x: model: \"nav.path\": only the flow can read the navigation path; a screen receives its data as params"
    ),
    (
      "model = { 'view.session' }",
      "scene x: model: \"view.session\": no feature \"session\" has a view. Known names: articles."
    ),
    ("renders = { 'crad' }", "scene x: renders: there is no scene \"crad\". Did you mean \"card\"?"),
    (
      "events = { tap = 'articles.tpa' }",
      "scene x: events.tap: no feature has the event \"articles.tpa\". Did you mean \"articles.tap\"?"
    ),
  ]

  @Test("a key of a scene", arguments: scenes)
  func scene(_ line: String, _ text: String) {
    let view = line.hasPrefix("view") ? "" : ", view = function() end"
    let scenes = News.scenes.dropLast() + "udf.scene { name = 'x', \(line)\(view) },\n}"
    let message = failure { _ = try News.host(scenes: String(scenes)) }
    #expect(message.split(separator: "\n").first.map { $0.hasSuffix(text) } == true, "\(message)")
    #expect(message.hasPrefix("scenes.lua:25"))
  }

  @Test("two scenes with one name, a scene with a feature's name, and a value that is not a scene")
  func names() {
    func told(_ scene: String) -> String {
      let message = failure { _ = try News.host(scenes: String(News.scenes.dropLast() + scene + "\n}")) }
      return message.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(
      told("udf.scene { name = 'card', view = function() end },")
        .hasSuffix("udf.app: two scenes are named \"card\", at scenes.lua:12 and scenes.lua:25; names are unique"))
    #expect(
      told("udf.scene { name = 'session', view = function() end },")
        .hasSuffix(
          "udf.app: a scene and a feature are both named \"session\", by which events go to one of them; name one otherwise"
        ))
    #expect(told("7").hasSuffix("udf.app: scenes[6] must be made by udf.scene, got number"))
  }

  @Test("emits for an action that the feature does not have, and a value that is not an event")
  func emits() throws {
    #expect(
      failure { _ = try News.host(articles: News.articles.replacing("emits = { select", with: "emits = { selct")) }
        == "articles.lua:2: articles: emits: there is no action \"selct\". Did you mean \"select\"?")
    let app = try News.host(
      articles: News.articles.replacing("\"articleSelected\"", with: "function() return { 7 } end"))
    try app.run("articles.select()")
    #expect(
      app.errors.map(\.message) == [
        """
        effect of articles/select: emits of articles must return the name of an event, \
        { name = …, fields… } or nothing, returned table
          The effect has ended; the state is as it left it.
        """
      ])
  }

  @Test("a feature that handles the navigation between screens", arguments: ["reduce", "effects", "emits"])
  func foreign(_ key: String) {
    let articles = News.articles.replacing("\(key) = {", with: "\(key) = {\n[\"nav/push\"] = function() end,")
    #expect(
      failure { _ = try News.host(articles: articles) }
        == """
        articles.lua:2: articles: "nav/push": only the flow handles navigation actions
          To fix this, handle the events appear and disappear of the scenes
        """)
  }

  @Test("an event may be computed from the action and the state, with its own fields")
  func emitted() throws {
    let emits = "function(action, state) return { name = \"articleSelected\", id = action.id .. #state.items } end"
    let app = try News.host(articles: News.articles.replacing("\"articleSelected\"", with: emits))
    try app.run("articles.select { id = 'a' }")
    #expect(app.host.screens.last?.params == ["id": "a2"])
  }

  @Test("an action that is only an event is accepted also without a handler")
  func withoutFlow() throws {
    let feature = Source.feature("name = \"a\", state = {}, actions = { tap = {} }, emits = { tap = \"tapped\" },")
    let app = try TestHost(["a": feature])
    try app.run("a.tap()")
    #expect(app.actions.map(\.status) == [.committed])
  }
}
