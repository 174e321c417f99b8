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
  private let folder: TemporaryFolder
  private var session: String { folder("session.ndjson") }

  init() throws { folder = try TemporaryFolder() }

  private func app(_ files: KeyValuePairs<String, String> = ["counter": Source.counter]) throws -> TestHost {
    try TestHost(files) { [session] in
      $0.record = session
      $0.seed = 7
    }
  }

  private func lines() throws -> [String] {
    String(decoding: try #require(readFile(session)), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// What a replay by an app tells.
  private func replay(_ app: TestHost) throws -> (summary: ReplaySummary, differences: [ReplayDifference]) {
    var differences: [ReplayDifference] = []
    let replay = try SessionReplay(session, HostConfiguration(app: app.folder("app.lua")))
    return (try replay.run { differences.append($0) }, differences)
  }

  private func failure(_ app: TestHost) -> String {
    var text = ""
    do { _ = try replay(app) } catch { text = "\(error)" }
    return text.replacing(session, with: "session.ndjson")
  }

  @Test("is a line for what it begins with and one for each thing that happens")
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

  @Test("has the view events, which a replay tells again; one that has none of them is replayed too")
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

  @Test("has the actions that no feature handles, and they are replayed as such")
  func unhandled() throws {
    let app = try app()
    _ = app.failure("dispatch { type = 'counter/nothing' }")
    #expect(try lines().last?.contains(#""origin":"prompt","status":"unhandled","#) == true)
    #expect(try replay(app).summary == ReplaySummary(actions: 1))
  }

  @Test("has what services answered, for which action and how long it took")
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

  @Test("scripts find the iterators and functions that services give as they are when nothing is recorded")
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

  @Test(
    "of random actions, undos, redos, reloads and loads replays with the same changes",
    arguments: 0..<6 as Range<UInt64>)
  func random(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ number)
    let app = try app(["m": Model.source, "things": Things.source])
    try app.host.save(to: app.folder("x.json"))
    for _ in 0..<120 {
      switch Int.random(in: 0..<24, using: &generator) {
      case 0, 1: _ = try? app.host.undo()
      case 2: _ = try? app.host.redo()
      case 3: app.host.reload(reset: Bool.random(using: &generator))
      case 4: try app.host.load(from: app.folder("x.json"))
      case 5..<12:
        let value = Things.nasty.randomElement(using: &generator) ?? .null
        let at = Value.integer(Int64.random(in: 1...4, using: &generator))
        let type = ["put", "add", "drop", "sort", "replace", "fail"].randomElement(using: &generator) ?? "sort"
        try? app.host.send(
          "things/\(type)",
          [
            "key": "k", "value": value, "at": Bool.random(using: &generator) ? at : .none,
            "state": ["held": .list([value]), "count": 1],
          ])
      default: _ = app.failure(Model.Action.random(using: &generator).line)
      }
    }
    let (summary, differences) = try replay(app)
    #expect(differences.isEmpty, "\(differences.first.map { "\($0)" } ?? "") \(Seed.replay)")
    #expect(summary.actions == app.actions.count, "\(Seed.replay)")
    // Twice the same.
    #expect(try replay(app).summary == summary, "\(Seed.replay)")
  }

  @Test("with the scripts that recorded it, the first action whose changes differ ends the replay")
  func tampered() throws {
    let app = try app()
    for _ in 0..<4 { try app.run("counter.inc{}") }
    var all = try lines()
    all[2] = all[2].replacing(#""new":2"#, with: #""new":3"#)
    try folder.save(all.joined(separator: "\n") + "\n", to: "session.ndjson")
    let (summary, differences) = try replay(app)
    #expect(summary == ReplaySummary(actions: 2, differing: 1))
    #expect(differences.map(\.line) == [3])
    #expect(differences.map(\.action.n) == [2])
    #expect(differences.map(\.recorded.changes) == [[Change(.set, try Path("counter.count"), old: 1, new: 3)]])
    #expect(differences.map(\.action.changes) == [[Change(.set, try Path("counter.count"), old: 1, new: 2)]])
  }

  @Test("written another way is the same session")
  func formatted() throws {
    let app = try app()
    try app.run("counter.inc{}")
    let all = try lines().map { $0.replacing(#""op":"set","path""#, with: #" "op" : "set", "path""#) }
    try folder.save(all.joined(separator: "\n") + "\n", to: "session.ndjson")
    #expect(try replay(app).summary == ReplaySummary(actions: 1))
  }

  @Test("with other scripts all differences are told")
  func otherScripts() throws {
    let app = try app()
    for by in [1, 20, 3, 40] { try app.run("counter.inc{ by = \(by) }") }
    try app.save(
      Source.counter.replacing(
        "state.count = state.count +", with: "if action.by > 9 then error('too much') end state.count = state.count +"),
      to: "counter")
    let (summary, differences) = try replay(app)
    #expect(summary == ReplaySummary(actions: 4, differing: 3))
    #expect(differences.map(\.action.n) == [2, 3, 4])
    #expect(differences[0].action.status == .rejected)
    #expect(differences[0].error?.message.contains("too much") == true)
    #expect(differences[1].action.changes == [Change(.set, try Path("counter.count"), old: 1, new: 4)])
  }

  @Test("whose scripts changed on the way is replayed with the present ones, from the states that it had")
  func reloaded() throws {
    let app = try app()
    try app.run("counter.inc{}")
    #expect(try app.reload("counter", as: Source.counter.replacing("(action.by or 1)", with: "10"))?.ok == true)
    try app.run("counter.inc{}")
    let (summary, differences) = try replay(app)
    #expect(summary == ReplaySummary(actions: 2, differing: 1, reloads: 1))
    #expect(differences.map(\.action.n) == [1])
    #expect(differences.first?.action.changes == [Change(.set, try Path("counter.count"), old: 0, new: 10)])
  }

  @Test("none of them has › a reducer that moves from Lua to Swift proves itself on the recorded session")
  func moved() throws {
    for source in [Source.todos, Source.todos.replacing("(action.by or 1)", with: "(action.by or 2)")] {
      let app = try app(["todos": source, "summary": Source.summary])
      var configuration = HostConfiguration(app: app.folder("app.lua"))
      var generator = SeededGenerator(seed: Seed.current)
      let comparison = FeatureComparison(app: configuration.app, native: Todos())
      for step in try comparison.randomSession(count: 150, using: &generator) {
        if case .send(let name, let fields) = step { try? app.host.send("todos/\(name)", fields) }
      }
      try? app.host.send("todos/inc")
      app.host.stop()
      configuration.replacements = [Todos()]
      let summary = try SessionReplay(session, configuration).run { _ in }
      #expect(summary.differing == (source == Source.todos ? 0 : 1), "\(Seed.replay)")
    }
  }

  @Test("of a host that was killed in a line is replayed up to that")
  func torn() throws {
    let app = try app()
    for _ in 0..<3 { try app.run("counter.inc{}") }
    let bytes = try #require(readFile(session))
    try folder.save(bytes: bytes.dropLast(20), to: "session.ndjson")
    #expect(try replay(app).summary == ReplaySummary(actions: 2, isTorn: true))
  }

  @Test("that is garbled is told with its line")
  func garbled() throws {
    let app = try app()
    for _ in 0..<3 { try app.run("counter.inc{}") }
    let whole = try lines()
    func saved(_ change: (inout [String]) -> Void) throws -> String {
      var lines = whole
      change(&lines)
      try folder.save(lines.joined(separator: "\n") + "\n", to: "session.ndjson")
      return failure(app)
    }
    #expect(
      try saved { $0[2] = "{\"kind\":\"action\"" }.hasPrefix("session.ndjson:3: column 17: expected \",\" or \"}\""))
    #expect(
      try saved { $0[1] = "{\"kind\":\"action\"}" }
        == "session.ndjson:2: an action must have n, type, fields, origin and changes")
    #expect(
      try saved { $0[1] = "{\"kind\":\"dream\"}" } == "session.ndjson:2: a session has no lines of the kind \"dream\"")
    #expect(try saved { $0[1] = "" }.hasPrefix("session.ndjson:2: column 1: expected a map"))
    #expect(
      try saved { $0[1] = $0[1].replacing("[{", with: "[7,{") } == "session.ndjson:2: changes must be a list of changes"
    )
    #expect(try saved { $0.removeFirst() } == "session.ndjson:1: this is no session")
    #expect(
      try saved { $0[0] = $0[0].replacing("\"app\":\"test\"", with: "\"app\":\"shop\"") }
        == "session.ndjson:1: this is a session of the app \"shop\", and this app is \"test\"")
    #expect(
      try saved { $0[0] = $0[0].replacing("\"session\",\"format\":1", with: "\"session\",\"format\":9") }
        == "session.ndjson:1: this is a session of format 9, and this udfhost reads format 1")
  }

  @Test("takes the place of another session, and of no other file; two hosts never write one")
  func files() throws {
    do { try app().run("counter.inc{}") }
    let app = try app()
    #expect(try lines().count == 1)
    let text = HostTesting.failure { _ = try self.app() }
    #expect(
      text == """
        \(session): another host records its session into this file
          Nothing is recorded.
        """)
    try folder.save("my notes\n", to: "notes.txt")
    #expect(
      HostTesting.failure { try app.host.record(to: folder("notes.txt")) } == """
        \(folder("notes.txt")): this file is no session, so it is not overwritten
          To fix this, name another file
          Nothing is recorded.
        """)
    #expect(readFile(folder("notes.txt")) == Array("my notes\n".utf8))
    #expect(HostTesting.failure { try app.host.record(to: folder("no/x")) }.contains("No such file or directory"))
  }

  @Test("a host that is killed loses what the script that runs has done since the last 64 KiB, and nothing else")
  func flushed() throws {
    let delayed = Source.feature(
      """
        name = "delayed", state = {}, reduce = { go = function() end },
        effects = { go = function(cx) cx.sleep(1); cx.send { type = "counter/inc" } end },
      """)
    let app = try app([
      "counter": Source.counter, "delayed": delayed,
      "app": Source.app(["counter", "delayed"], more: ", middleware = { udf.middleware(function() end) }"),
    ])
    #expect(try lines().count == 1)
    try app.host.send("counter/inc")
    #expect(try lines().count == 2)
    try app.host.send("delayed/go")
    app.pass(1)
    #expect(try app.state("counter.count") == 2)
    #expect(try lines().count == 4)
    // As a process finds the file that starts when this one is killed.
    var during: [[UInt8]] = []
    let subscription = app.host.subscribe { _ in during.append(readFile(session) ?? []) }
    try app.run("for i = 1, 3 do counter.inc{} end")
    #expect(during.map(\.count) == Array(repeating: during[0].count, count: 3))
    #expect(try lines().count == 7)
    try app.run("for i = 1, 2000 do counter.inc{} end")
    subscription.cancel()
    #expect(try lines().count == 2007)
    #expect(try #require(during.last).count > 1 << 16)
    #expect(during.allSatisfy { $0.last == UInt8(ascii: "\n") })
    try folder.save(bytes: try #require(during.last), to: "session.ndjson")
    let (summary, differences) = try replay(app)
    #expect(summary.actions > 500 && !summary.isTorn && differences.isEmpty)
  }

  @Test("an action whose reducer was stopped is not tried again: it may be done in time now")
  func stopped() throws {
    let spinning = Source.feature(
      """
        name = "counter", state = { n = 0 }, reduce = { spin = function() while true do end end },
      """)
    let app = try TestHost(["counter": spinning]) { [session] in
      $0.record = session
      $0.timeBudget = 0.5
    }
    _ = app.failure("counter.spin{}")
    #expect(try lines().last?.contains(#""status":"rejected","error":"budget""#) == true)
    #expect(try replay(app).summary == ReplaySummary(actions: 1))
  }

  @Test("ends, told once, when the disk is full; the app goes on")
  func diskFull() throws {
    let app = try TestHost(["counter": Source.counter])
    var written: [[UInt8]] = []
    let recorder = try SessionRecorder(app.host.sessions, name: "session.ndjson") { (line) throws(FileProblem) in
      if written.count == 3 { throw .failed("cannot be written", reason: "No space left on device") }
      written.append(line)
    }
    app.host.events.add(recorder)
    for _ in 0..<5 { try app.run("counter.inc{}") }
    #expect(try app.state("counter.count") == 5)
    #expect(written.count == 3)
    #expect(
      app.logs == [
        "warning session.ndjson: the session cannot be recorded any further: cannot be written: No space left on device; "
          + "the app goes on without"
      ])
    #expect(!app.host.events.hasObservers)
  }

  @Test("costs nothing where nobody listens, and tells nobody what it did not ask to hear")
  func quiet() throws {
    let app = try TestHost(["counter": Source.counter])
    app.host.tellsActions = false
    #expect(!app.host.tree.isTimed)
    try app.host.record(to: session)
    try app.run("counter.inc{}")
    #expect(try lines().count == 2)
    #expect(app.actions.isEmpty)
  }
}
