import Testing

@Suite("An app with a flow in batch")
struct NavigationTests {
  private let folder = AppFolder(
    app: """
      local udf = require "udf"
      local function view(_, params) return params end
      return udf.app {
        name = "reader", features = {},
        scenes = { udf.scene { name = "all", view = view, events = {} }, udf.scene { name = "one", view = view } },
        flow = udf.flow {
          start = "list",
          routes = {
            list = { scene = "all" },
            article = { scene = "one", link = "/articles/:id", guard = function() end },
          },
        },
      }
      """, features: [:])

  @Test("--link opens a link, and :nav follows a link or shows the path")
  func links() throws {
    let cold = try Batch(folder, "--link", "app://x/articles/7", "-e", "nav.view", "-e", ":nav")
    #expect(
      cold.lines == [
        #"{id="7"}"#, #"{{id=1, params={}, route="list"}, {id=2, params={id="7"}, route="article"}}"#,
      ])
    #expect(cold.code == 0)
    #expect(try Batch(folder, "-e", "nav").lines == [#"{{id=1, params={}, route="list"}}"#])
    let warm = try Batch(folder, "-e", ":nav /articles/7", "-e", "nav.view", "-e", ":undo", "-e", "nav.path[2]")
    #expect(warm.lines == [#"{id="7"}"#, "nil"])
    let lost = try Batch(folder, "--link", "/nope", "-e", "nav.view.message")
    #expect(lost.lines == ["there is no screen for /nope"])
    #expect(lost.error == "[warning] link: there is no screen for /nope\n")
    #expect(lost.code == 0)
    let json = try Batch(folder, "--json", "--link", "/nope", "-e", ";")
    let params = #"{"link":"/nope","message":"there is no screen for /nope"}"#
    #expect(
      json.answers == [
        #"{"kind":"action","n":1,"type":"nav/open","fields":{"params":\#(params),"route":"notFound"},"#
          + #""origin":"event","status":"committed"}"#,
        #"{"kind":"change","n":1,"op":"set","path":["nav","last"],"old":1,"new":2}"#,
        #"{"kind":"change","n":1,"op":"insert","path":["nav","path",2],"#
          + #""new":{"id":2,"params":\#(params),"route":"notFound"}}"#,
        #"{"kind":"log","level":"warning","message":"link: there is no screen for /nope"}"#,
      ])
  }

  @Test("a text that is not a link is an error: exit code 2 at the start, 1 later")
  func malformed() throws {
    let text = "link articles: it has no path\n  To fix this, write /path or scheme://host/path\n"
    let cold = try Batch(folder, "--link", "articles", "-e", "1")
    #expect(cold.error == text)
    #expect(cold.code == 2)
    let warm = try Batch(folder, "-e", ":nav articles")
    #expect(warm.error == text)
    #expect(warm.code == 1)
    let none = try Batch(AppFolder(), "-e", ":nav")
    #expect(none.error == ":nav: this app has no flow\n")
  }

  @Test(":ls lists the routes with their links, and the scenes")
  func list() throws {
    let run = try Batch(folder, "-e", ":ls flow")
    #expect(
      run.output == """
        flow  starts with list
          article   one    /articles/:id  · guarded
          list      all
          notFound  error
        scenes  all one error

        """)
    let json = try Batch(folder, "--json", "-e", ":ls flow")
    #expect(json.answers[0].hasPrefix(#"{"kind":"value","line":1,"index":1,"value":{"routes":[{"guarded":true,"#))
  }
}
