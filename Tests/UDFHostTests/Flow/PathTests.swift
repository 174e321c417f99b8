import HostTesting
import Testing
import UDFHost
import UDFTooling

@Suite("the path of screens")
struct PathTests {
  @Test("begins with the flow's start; an event of a feature reaches the flow, which pushes a screen")
  func event() throws {
    let app = try News.host()
    #expect(try app.state("nav.path") == [["route": "list", "params": [:], "id": 1]])
    try app.host.event("articles.tap", ["id": "2"])
    #expect(
      try app.state("nav.path") == [
        ["route": "list", "params": [:], "id": 1], ["route": "article", "params": ["id": "2"], "id": 2],
      ])
    #expect(app.actions.map(\.type) == ["articles/select", "nav/push", "articles/shown"])
    #expect(
      app.actions[1].changes.map { "\($0.operation) \($0.path)" } == ["set nav.last", "insert nav.path[2]"])
  }

  @Test("changes by push, replace, present, pop, popTo and dismiss, each one action")
  func verbs() throws {
    let app = try News.host()
    try app.run("nav.push('article', { id = '1' })")
    try app.run("nav.push('article', { id = '2' })")
    try app.run("nav.present('login')")
    try app.run("nav.push('article', { id = '3' })")
    #expect(app.routes == ["list", "article", "article", "login", "article"])
    #expect(app.host.screens.map(\.isModal) == [false, false, false, true, false])
    try app.run("nav.dismiss()")
    #expect(app.host.screens.map(\.id) == [1, 2, 3])
    try app.run("nav.replace('login')")
    #expect(app.routes == ["list", "article", "login"])
    try app.run("nav.popTo('list')")
    #expect(app.routes == ["list"])
    try app.run("nav.push('login'); nav.pop()")
    #expect(app.routes == ["list"])
    #expect(try app.state("nav.last") == 7)
  }

  @Test("stays after an impossible step, which is reported at its line")
  func refused() throws {
    let app = try News.host()
    let unchanged = "\n  The action was refused and the state is unchanged."
    let known = "article, checkout, checkout/address, checkout/pay, closed, list, login, notFound."
    let lines: [(line: String, text: String)] = [
      ("nav.push('artcle')", "nav.push: there is no route \"artcle\". Did you mean \"article\"?"),
      ("nav.push('zzzzzz')", "nav.push: there is no route \"zzzzzz\". Known names: \(known)"),
      ("nav.push(7)", "nav.push: takes the name of a route, got number"),
      ("nav.push('article', 7)", "nav.push: the params of \"article\" must be a table, got number"),
      ("nav.present('article')", "nav.present: \"article\" needs the param id, as its link says: /articles/:id"),
      ("nav.popTo('login')", "nav/popTo: \"login\" is not on the path. Known names: list.\(unchanged)"),
      ("nav.pop()", "nav/pop: there is nothing to go back to\(unchanged)"),
      ("nav.resume()", "nav/resume: there is nothing to go back to\(unchanged)"),
      ("nav.dismiss()", "nav/dismiss: no screen is presented\(unchanged)"),
      ("nav.push('closed')", "nav/push: the guard of \"closed\" refuses it\(unchanged)"),
      ("nav.finish()", "nav.finish ends a child flow, but this flow is not inside another one"),
      ("nav.psh()", "nav has no \"psh\". Did you mean \"push\"?"),
      (
        "dispatch { type = 'nav/push', route = 'x' }",
        "nav/push: there is no route \"x\". Known names: \(known)\(unchanged)"
      ),
    ]
    for (line, text) in lines { #expect(app.failure(line) == "prompt:1: \(text)") }
    #expect(app.routes == ["list"])
    #expect(app.failure("nav.push = 1") == "prompt:1: nav.push cannot be written")
  }

  @Test("stays after an error in a handler, which is reported at its line")
  func handler() throws {
    let app = try News.host(flow: "nav.push(\"artcle\")", for: "nav.push(\"article\", { id = event.id })")
    try app.host.event("articles.tap", ["id": "2"])
    #expect(
      app.errors.map(\.message) == [
        """
        flow.lua:15: flow on["articles.articleSelected"]: nav.push: there is no route "artcle". Did you mean "article"?
          The effect has ended; the state is as it left it.
        """
      ])
    #expect(app.routes == ["list"])
  }

  @Test("stays after a refused step, which is reported at the handler's line, also if the prompt caused it")
  func refusedStep() throws {
    let app = try News.host()
    try app.run("session.login { name = 'ada' }")
    #expect(
      app.errors.map(\.message) == [
        """
        flow.lua:16: nav/resume: there is nothing to go back to
          The action was refused and the state is unchanged.
          The flow on["session.loggedIn"] that sent it has ended.
        """
      ])
    #expect(try app.state("session.user") == "ada")
  }

  @Test("is in the history: undo removes a screen with what it caused, redo restores it")
  func undo() throws {
    let app = try News.host()
    try app.host.event("articles.tap", ["id": "2"])
    #expect(try app.host.undo().map(\.type) == ["articles/shown", "nav/push", "articles/select"])
    #expect(app.routes == ["list"])
    #expect(try app.log == ["shown list"])
    _ = try app.host.redo()
    #expect(app.routes == ["list", "article"])
    #expect(try app.log == ["shown list", "shown 2"])
    #expect(app.errors.isEmpty)
  }

  @Test("is changed by a program in Swift with the same actions")
  func swift() throws {
    let app = try News.host()
    let navigation = try #require(app.host.navigation)
    try navigation.push("article", ["id": "7", "tab": "a b"])
    #expect(navigation.link() == "/articles/7?tab=a%20b")
    #expect(navigation.link(to: 1) == "/")
    try navigation.replace("article", ["id": 7, "half": 0.5, "new": true])
    #expect(navigation.link() == "/articles/7?half=0.5&new=true")
    try navigation.replace("article", ["id": "7", "items": [1, 2]])
    #expect(navigation.link() == nil)
    try navigation.present("login")
    #expect(navigation.link() == nil)
    #expect(navigation.path.map(\.route) == ["list", "article", "login"])
    try navigation.dismiss()
    try navigation.replace("login")
    try navigation.popTo("list")
    #expect(
      failure { try navigation.pop() }
        == "nav/pop: there is nothing to go back to\n  The action was refused and the state is unchanged.")
    #expect(app.routes == ["list"])
  }

  @Test("does not exist in an app without a flow")
  func none() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(app.host.screens.isEmpty)
    #expect(app.host.navigation == nil)
    #expect(app.host.flow == nil)
    #expect(failure { try app.host.open(link: "/x") } == "link /x: this app has no flow, so it has no links")
    #expect(failure { _ = try app.host.screenState() } == "this app has no flow, so no screen is shown")
  }
}
