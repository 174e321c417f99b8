import Testing

@Suite("udfhost check")
struct CheckTests {
  @Test("findings are printed with their places, followed by their number, and the code is 1")
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
        features/counter.lua:4:36: the global last is written: files share only what they return
          To fix this, write: local last = …
           3 |   name = "counter", events = { tap = "inc" },
           4 |   reduce = { inc = function(state) last = 1 end, dec = function() end },
             |                                    ^

        features/counter.lua:4:50: warning: counter/dec: this action is never sent
          No event, no effect and no test names it: only the prompt or a Swift program can send it.
          To fix this, send it, map an event to it, or remove it.
           3 |   name = "counter", events = { tap = "inc" },
           4 |   reduce = { inc = function(state) last = 1 end, dec = function() end },
             |                                                  ^

        checked 2 files: 1 error, 1 warning

        """)
    #expect(run.error == "")
    #expect(run.code == 1)
  }

  @Test("findings fit a narrow window, with the caret at the right place")
  func narrow() throws {
    let folder = AppFolder(
      app: """
        local udf = require "udf"
        local text = "a text that is long enough to be cut in a window" local function f() undefined_name = text end
        return udf.app { name = text .. type(f), features = {} }
        """, features: [:])
    let terminal = try Terminal(folder, "--no-color", folder.app, app: "check", columns: 50)
    #expect(terminal.end() == 1)
    let lines = terminal.screen.lines
    let caret = try #require(lines.firstIndex { $0.hasSuffix("^") })
    let column = lines[caret].count - 1
    #expect(lines[caret - 1].dropFirst(column).hasPrefix("undefined_name"), "\(terminal.screen.text)")
    #expect(lines.allSatisfy { $0.count <= 50 })
  }

  @Test("with --json each finding is one object a line, and the code of warnings alone is 0")
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
          + #"listed in uses, and no effect calls it\n  To fix this, remove it, so that the feature cannot reach the "#
          + #"service.\n   2 | return udf.feature {\n   3 |   name = \"counter\", events = { tap = \"inc\" }, uses = { "#
          + #"\"json\" }, reduce = { inc = function() end },\n     |                                                       "#
          + #" ^","file":"features/counter.lua","line":3,"column":56,"severity":"warning"}"#,
        #"{"kind":"summary","files":2,"errors":0,"warnings":1}"#,
      ])
    #expect(run.code == 0)
  }

  @Test("an error that prevents loading is a finding; a missing file is a wrong argument")
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

  @Test("a new app of udfhost new has no findings")
  func fresh() throws {
    let folder = AppFolder(app: "", features: [:])
    _ = try Batch(folder, "app", "shop", app: "new", in: folder.path)
    let run = try Batch(folder, "shop", app: "check", in: folder.path)
    #expect(run.output == "checked 3 files: no findings\n")
    #expect(run.code == 0)
  }
}
