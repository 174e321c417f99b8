import Testing

@Suite("udfhost features")
struct FeaturesTests {
  private let folder = AppFolder(
    app: """
      local udf = require "udf"
      return udf.app { name = "two", features = { require "features.counter", require "features.log" } }
      """, features: ["counter": counter, "log": log])

  @Test("each feature is listed with its place, actions and their fields, effects, events and view")
  func text() throws {
    let run = try Batch(folder, folder.app, app: "features")
    #expect(
      run.output == """
        counter  features/counter.lua:2
          counter.inc{by = integer?}
          counter.later{}  · has an effect
          events: tap
          :view counter shows its view state

        log  features/log.lua:2
          log.start{…}  · has an effect
          effects of other features' actions: counter/inc

        """)
    #expect(run.error == "")
    #expect(run.code == 0)
  }

  @Test(":ls lists the services and how their methods are called")
  func services() throws {
    let folder = AppFolder(
      app: "local udf = require \"udf\" return udf.app { name = \"none\", features = {} }", features: [:])
    let all = try Batch(folder, "-e", ":ls services")
    #expect(all.lines.contains { $0.hasPrefix("json") && $0.contains("decode encode  · ") })
    for name in ["json", "services.json"] {
      let one = try Batch(folder, "-e", ":ls \(name)")
      #expect(one.lines.contains { $0.hasPrefix("  json.decode(text: string, nulls: boolean?) → any  ") })
    }
    let wrong = try Batch(folder, "-e", ":ls jsno")
    #expect(wrong.error == ":ls: there is no feature or service \"jsno\". Did you mean \"json\"?\n")
  }

  @Test("as JSON it is one object a line")
  func json() throws {
    let run = try Batch(folder, folder.app, "--json", app: "features")
    #expect(
      run.lines == [
        #"{"kind":"feature","actions":[{"declared":true,"fields":{"by":"integer?"},"name":"counter/inc"},"#
          + #"{"declared":true,"fields":{},"name":"counter/later"}],"effects":["counter/later"],"events":["tap"],"#
          + #""file":"features/counter.lua","line":2,"name":"counter","native":false,"uses":[],"view":true}"#,
        #"{"kind":"feature","actions":[{"declared":false,"fields":{},"name":"log/start"}],"#
          + #""effects":["counter/inc","log/start"],"events":[],"file":"features/log.lua","line":2,"name":"log","#
          + #""native":false,"uses":[],"view":false}"#,
      ])
    #expect(run.code == 0)
  }

  @Test("an app that does not load is reported on standard error, or as JSON, with 2")
  func broken() throws {
    folder.write("features/log.lua", "return {")
    let run = try Batch(folder, folder.app, app: "features")
    #expect(run.output == "")
    #expect(run.error.hasPrefix("features/log.lua:1"))
    #expect(run.code == 2)
    let json = try Batch(folder, folder.app, "--json", app: "features")
    #expect(json.output.hasPrefix(#"{"kind":"error","#))
    #expect(json.code == 2)
  }

  @Test("a missing app exits with 2")
  func missing() throws {
    let run = try Batch(folder, folder.path + "/ap.lua", app: "features")
    #expect(
      run.error == "\(folder.path)/ap.lua: there is no such file. Did you mean \"\(folder.path)/app.lua\"?\n")
    #expect(run.code == 2)
    #expect(try Batch(folder, app: "features").code == 2)
  }

  private static let counter = """
    local udf = require "udf"
    return udf.feature {
      name = "counter", state = { count = 0 },
      actions = { inc = { by = "integer?" }, later = {} },
      events = { tap = "inc" },
      reduce = { inc = function(state, action) state.count = state.count + (action.by or 1) end },
      effects = { later = function(cx) cx.send { type = "inc" } end },
      view = function(state) return { label = state.count } end,
    }
    """

  /// Prints a line if it is started.
  private static let log = """
    local udf = require "udf"
    return udf.feature {
      name = "log", state = {},
      effects = {
        start = function() print("started") error("started") end,
        ["counter/inc"] = function() end,
      },
    }
    """
}
