import FolderTesting
import HostTesting
import Platform
import SeededTesting
import Testing
import UDFServices

@testable import UDFHost
@testable import UDFTooling

@Suite("a recorded session")
struct SessionTests {
  let folder: TemporaryFolder
  var session: String { folder("session.ndjson") }

  init() throws { folder = try TemporaryFolder() }

  func app(_ files: KeyValuePairs<String, String> = ["counter": Source.counter]) throws -> TestHost {
    try TestHost(files) { [session] in
      $0.record = session
      $0.seed = 7
    }
  }

  func lines() throws -> [String] {
    String(decoding: try #require(readFile(session)), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The reports of a replay by an app.
  func replay(_ app: TestHost) throws -> (summary: ReplaySummary, differences: [ReplayDifference]) {
    var differences: [ReplayDifference] = []
    let replay = try SessionReplay(session, HostConfiguration(app: app.folder("app.lua")))
    return (try replay.run { differences.append($0) }, differences)
  }

  func failure(_ app: TestHost) -> String {
    var text = ""
    do { _ = try replay(app) } catch { text = "\(error)" }
    return text.replacing(session, with: "session.ndjson")
  }

  @Test("has a line for its first state and one for each event")
  func text() throws {
    let app = try app()
    try app.run("counter.inc{ by = 2 }")
    _ = app.failure("counter.inc{ by = 'x' }")
    try app.host.event("counter.tap")
    _ = try app.host.undo()
    let hash = #/"[0-9a-f]{15,16}"/#
    let day = #/"day":[0-9.e]+/#
    #expect(
      try lines().map { $0.replacing(hash, with: "HASH").replacing(day, with: "DAY") } == [
        #"{"kind":"session","format":1,"app":"test","version":1,"seed":"7",DAY,"generation":1,"#
          + #""files":{"app.lua":HASH,"counter.lua":HASH},"state":{"app":"test","features":{"counter":{"state":{"count":0},"#
          + #""version":1}},"format":1,"version":1}}"#,
        #"{"kind":"action","n":1,"type":"counter/inc","fields":{"by":2},"origin":"prompt","generation":1,"time":0.0,"#
          + #""changes":[{"op":"set","path":["counter","count"],"old":0,"new":2}]}"#,
        #"{"kind":"action","n":2,"type":"counter/inc","fields":{"by":"x"},"origin":"prompt","status":"rejected","#
          + #""generation":1,"time":0.0,"changes":[]}"#,
        #"{"kind":"action","n":3,"type":"counter/inc","fields":{},"origin":"event","generation":1,"time":0.0,"#
          + #""event":"counter.tap","changes":[{"op":"set","path":["counter","count"],"old":2,"new":3}]}"#,
        #"{"kind":"state","time":0.0,"state":{"app":"test","features":{"counter":{"state":{"count":2},"version":1}},"#
          + #""format":1,"version":1}}"#,
      ])
    let (summary, differences) = try replay(app)
    #expect(summary.actions == 3 && summary.differing == 0 && differences.isEmpty)
  }

  @Test("has the view events, which a replay names again; one without them can be replayed too")
  func viewEvents() throws {
    let app = try app()
    try app.run("counter.inc{ by = 2 }")
    try app.host.event("counter.tap")
    var told: [ActionRecord] = []
    let again = try SessionReplay(session, HostConfiguration(app: app.folder("app.lua")))
    again.onAction = { told.append($0) }
    let summary = try again.run { _ in }
    #expect(summary == ReplaySummary(actions: 2))
    #expect(told.map(\.event) == [nil, "counter.tap"])
    let former = try lines().map { $0.replacing(#""event":"counter.tap","#, with: "") + "\n" }.joined()
    try folder.save(former, to: "session.ndjson")
    #expect(try !lines().contains { $0.contains("counter.tap") })
    #expect(try replay(app).summary == summary)
  }

  @Test("has the actions without a handler, which are replayed as such")
  func unhandled() throws {
    let app = try app()
    _ = app.failure("dispatch { type = 'counter/nothing' }")
    #expect(try lines().last?.contains(#""origin":"prompt","status":"unhandled","#) == true)
    #expect(try replay(app).summary == ReplaySummary(actions: 1))
  }

  @Test("has the results of services, with their actions and durations")
  func results() async throws {
    let app = try app([
      "a": Source.feature(
        """
          name = "a", state = { n = 0 }, uses = { "users", "kv" },
          reduce = { load = function() end, got = function(state, action) state.n = state.n + #action.rows end },
          effects = {
            load = function(cx, action)
              local ok, rows = pcall(cx.services.users.list, action.from, { limit = 2 })
              if ok then cx.send { type = "got", rows = rows } end
              for row in cx.services.users.each() do cx.send { type = "got", rows = { row } } end
            end,
          },
        """),
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "test", features = { require "a" },
        services = {
          users = {
            list = function(from)
              if from == "nowhere" then error({ code = "gone", message = "no such place" }, 0) end
              return { "Ada", "Bob" }
            end,
            each = function()
              local n = 0
              return function() n = n + 1; if n < 3 then return n end end
            end,
          },
        },
      }
      """,
    ])
    try app.run("a.load{ from = 'here' }")
    try app.run("a.load{ from = 'nowhere' }")
    #expect(try app.state("a.n") == 6)
    let results = try lines().filter { $0.hasPrefix(#"{"kind":"result""#) }
    #expect(
      results.map { $0.replacing(#/"traceback":"[^"]*"/#, with: "TRACE") } == [
        #"{"kind":"result","n":1,"service":"users","method":"list","arguments":["here",{"limit":2}],"time":0.0,"#
          + #""seconds":0.0,"values":[["Ada","Bob"]]}"#,
        #"{"kind":"result","n":1,"service":"users","method":"each","arguments":[],"time":0.0,"seconds":0.0,"items":[1,2]}"#,
        #"{"kind":"result","n":5,"service":"users","method":"list","arguments":["nowhere",{"limit":2}],"time":0.0,"#
          + #""seconds":0.0,"error":{"code":"gone","message":"no such place","method":"list","service":"users",TRACE}}"#,
        #"{"kind":"result","n":5,"service":"users","method":"each","arguments":[],"time":0.0,"seconds":0.0,"items":[1,2]}"#,
      ])
    #expect(try replay(app).summary == ReplaySummary(actions: 7))
  }

  @Test("does not change the iterators and functions of services for scripts")
  func iterators() throws {
    let feature = Source.feature(
      """
        name = "a", state = { notes = udf.list {} }, uses = { "words" },
        reduce = { note = function(state, action) table.insert(state.notes, action.text) end },
        effects = {
          go = function(cx)
            for place, word in cx.services.words.each() do cx.send { type = "note", text = place .. " " .. word } end
            cx.send { type = "note", text = cx.services.words.within("menu")("open", 2) }
          end,
        },
      """)
    let services = """
      , services = {
        words = {
          each = function() return ipairs { "one", "two" } end,
          within = function(scope) return function(word, count) return scope .. " " .. word .. " " .. count end end,
        },
      }
      """
    let app = try app(["a": feature, "app": Source.app(["a"], more: services)])
    try app.run("a.go()")
    #expect(try app.state("a.notes") == ["1 one", "2 two", "menu open 2"])
    #expect(app.errors.isEmpty)
    #expect(try lines().contains { $0.contains(#""method":"each","#) && $0.contains(#""items":[1,2]"#) })
  }
}
