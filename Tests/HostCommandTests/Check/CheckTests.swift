import Testing

@Suite("udfhost check")
struct CheckTests {
  @Test("what is wrong is told with its place, then how much it was, with 1")
  func errors() throws {
    let folder = AppFolder(features: [
      "counter": """
      local udf = require "udf"
      return udf.feature {
        name = "counter", events = { tap = "inc" },
        reduce = { inc = function(state) last = 1 end, dec = function() end },
      }
      """
    ])
    let run = try Batch(folder, folder.app, app: "check")
    #expect(
      run.output == """
        features/counter.lua:4:36: the global last is written: files share nothing but what they return
          To fix this, write: local last = …
           3 |   name = "counter", events = { tap = "inc" },
           4 |   reduce = { inc = function(state) last = 1 end, dec = function() end },
             |                                    ^

        features/counter.lua:4:50: warning: counter/dec: nobody sends this action
          No event, no effect and no test names it: it can only come from the prompt, or from Swift.
          To fix this, send it, give it an event, or take it out.
           3 |   name = "counter", events = { tap = "inc" },
           4 |   reduce = { inc = function(state) last = 1 end, dec = function() end },
             |                                                  ^

        checked 2 files: 1 error, 1 warning

        """)
    #expect(run.error == "")
    #expect(run.code == 1)
  }

  @Test("as JSON it is one object a line, and warnings alone end with 0")
  func json() throws {
    let folder = AppFolder(features: [
      "counter": """
      local udf = require "udf"
      return udf.feature {
        name = "counter", events = { tap = "inc" }, uses = { "json" }, reduce = { inc = function() end },
      }
      """
    ])
    let run = try Batch(folder, "--json", folder.path, app: "check")
    #expect(
      run.lines == [
        #"{"kind":"error","code":"unused","message":"features/counter.lua:3:56: warning: counter: the service \"json\" is "#
          + #"listed in uses, and no effect calls it\n  To fix this, take it out: what a feature does not list it cannot "#
          + #"reach.\n   2 | return udf.feature {\n   3 |   name = \"counter\", events = { tap = \"inc\" }, uses = { "#
          + #"\"json\" }, reduce = { inc = function() end },\n     |                                                       "#
          + #" ^","file":"features/counter.lua","line":3,"column":56,"severity":"warning"}"#,
        #"{"kind":"summary","files":2,"errors":0,"warnings":1}"#,
      ])
    #expect(run.code == 0)
  }

  @Test("what keeps an app from loading is a finding; no such file is a wrong argument")
  func load() throws {
    let folder = AppFolder(features: ["counter": "return 1 +"])
    let run = try Batch(folder, folder.app, app: "check")
    #expect(
      run.output == """
        features/counter.lua:1:11: unexpected symbol near <eof>
           1 | return 1 +
             |           ^

        checked 2 files: 1 error

        """)
    #expect(run.code == 1)
    let missing = try Batch(folder, folder.path + "/ap.lua", app: "check")
    #expect(missing.error == "\(folder.path)/ap.lua: there is no such file. Did you mean \"\(folder.path)/app.lua\"?\n")
    #expect(missing.code == 2)
  }

  @Test("an app fresh from udfhost new has nothing to complain about")
  func fresh() throws {
    let folder = AppFolder(app: "", features: [:])
    _ = try Batch(folder, "app", "shop", app: "new", in: folder.path)
    let run = try Batch(folder, "shop", app: "check", in: folder.path)
    #expect(run.output == "checked 3 files: nothing to complain about\n")
    #expect(run.code == 0)
  }
}
