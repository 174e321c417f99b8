import HostTesting
import Platform
import Testing

@testable import UDFHost

@Suite("a saved state")
struct SnapshotTests {
  private let app: TestHost

  init() throws { app = try TestHost(["things": Things.source, "counter": Source.counter]) }

  private func reload(_ text: String) throws -> String {
    try app.folder.save(text, to: "x.json")
    return failure { try app.host.load(from: app.folder("x.json")) }
      .replacing(app.folder("x.json"), with: "x.json")
  }

  @Test("history and JSON › save, restart, load: equal, whatever it holds")
  func restart() throws {
    for value in Things.nasty where value != .number(.nan) {
      try app.host.send("things/add", ["value": value])
    }
    try app.host.send("things/put", ["key": "map", "value": ["list": .list([]), "map": [:], "$": .null]])
    try app.host.send("things/put", ["key": "chosen"])
    let saved = try app.state()
    try app.host.save(to: app.folder("x.json"))
    let folder = app.folder
    let restarted = try TestHost(["things": Things.source, "counter": Source.counter]) {
      $0.state = folder("x.json")
    }
    #expect(try restarted.state() == saved)
    #expect(try restarted.state("things.chosen") == .none)
    let other = try TestHost(["things": Things.source, "counter": Source.counter])
    try other.host.load(from: folder("x.json"))
    #expect(try other.state() == saved)
  }

  @Test("0/0, whatever sign the processor gives it, is saved and loaded")
  func notANumber() throws {
    for source in ["0/0", "-(0/0)"] {
      try app.run("things.put { key = 'held', value = { odd = \(source) } }")
      try app.host.save(to: app.folder("x.json"))
      try app.host.send("things/put", ["key": "held", "value": 1])
      try app.host.load(from: app.folder("x.json"))
      #expect(try app.state("things.held") == ["odd": .number(.nan)])
    }
  }

  @Test("is readable JSON: format, app, version, and each feature with its version")
  func text() throws {
    try app.host.send("counter/inc")
    try app.host.send("things/put", ["key": "chosen"])
    try app.host.save(to: app.folder("x.json"))
    #expect(
      String(decoding: try #require(readFile(app.folder("x.json"))), as: UTF8.self) == """
        {
          "app": "test",
          "features": {
            "counter": {
              "state": {
                "count": 1
              },
              "version": 1
            },
            "things": {
              "absent": [
                "chosen"
              ],
              "state": {
                "count": 0,
                "held": []
              },
              "version": 1
            }
          },
          "format": 1,
          "version": 1
        }

        """)
  }

  @Test("previewable › a map that somebody has written: what it leaves out is as it is at first")
  func byHand() throws {
    try app.host.send("things/put", ["key": "count", "value": 9])
    try app.host.send("counter/inc", ["by": 3])
    #expect(try reload(#"{ "counter": { "count": 41 } }"#) == "")
    #expect(try app.host.view(of: "counter") == ["label": "count is 41"])
    #expect(try app.state("things") == ["held": .list([]), "count": 0, "chosen": "a"])
  }

  @Test("a key that looks like another one is told of and loaded; a mark that an editor puts first is none of it")
  func unlikely() throws {
    #expect(try reload("\u{FEFF}" + #"{ "counter": { "cuont": 41, "other": 1 } }"#) == "")
    #expect(
      app.logs == [
        #"warning counter: the initial state has no "cuont". Did you mean "count"? It was loaded as it is."#
      ])
    #expect(try app.state("counter") == ["count": 0, "cuont": 41, "other": 1])
  }

  @Test("who observes is told once, the history is empty, and what ran is cancelled")
  func told() async throws {
    let app = try TestHost(
      effects: "slow = function(cx) note(cx, 'begun') cx.sleep(1) note(cx, 'slept') end",
      more: "reactions = { watch = { 'notes', function(cx) cx.log('info', 'reacts') end } },")
    var seen: [Value] = []
    let subscription = try app.host.subscribe(at: "a.notes") { seen.append($0) }
    try app.run("a.slow()")
    try app.folder.save(#"{ "a": { "notes": ["x"] } }"#, to: "x.json")
    app.forgetEvents()
    try app.host.load(from: app.folder("x.json"))
    #expect(seen == [.list([]), ["begun"], ["x"]])
    #expect(app.host.history.isEmpty)
    app.pass(2)
    #expect(try app.notes() == ["x"])
    #expect(failure { _ = try app.host.undo() }.hasPrefix("undo: there is nothing to take back"))
    #expect(app.logs.isEmpty)
    subscription.cancel()
  }

  @Test("of an older version goes through migrate; of a newer one is refused")
  func versions() throws {
    try app.host.save(to: app.folder("x.json"))
    let newer = """
      name = "counter", version = 2, state = { total = 0 },
      migrate = function(old, from) return { total = old.count + 100, from = from } end,
      reduce = { inc = function(state) state.total = state.total + 1 end },
      """
    let migrated = try TestHost(["things": Things.source, "counter": Source.feature(newer)])
    try migrated.host.load(from: app.folder("x.json"))
    #expect(try migrated.state("counter") == ["total": 100, "from": 1])
    try migrated.host.save(to: app.folder("y.json"))
    #expect(
      failure { try app.host.load(from: app.folder("y.json")) } == """
        \(app.folder("y.json")): counter: its state is of version 2, and the feature has version 1
          Nothing was loaded.
        """)
    let failing = newer.replacing("return { total", with: "error('cannot')  return { total")
    let broken = try TestHost(["things": Things.source, "counter": Source.feature(failing)])
    #expect(
      failure { try broken.host.load(from: app.folder("x.json")) } == """
        \(app.folder("x.json")): counter.lua:4: counter: migrate from version 1: cannot
          Nothing was loaded.
        """)
    #expect(try broken.state("counter.total") == 0)
  }

  @Test(
    "one that does not fit is refused whole, with what is wrong",
    arguments: [
      (#"{ "counter": { "count": }"#, #"x.json:1:25: expected a value, got "}""#),
      ("[1]", "x.json: must be a map of features to their states, got list of 1 items"),
      (#"{ "conter": {} }"#, #"x.json: there is no feature "conter". Did you mean "counter"?"#),
      (#"{ "counter": { "count": 5 }, "things": 7 }"#, "x.json: things: its state must be a map, got number 7"),
      (#"{ "counter": { "count": 1, "count": 2 } }"#, #"x.json:1:14: the key "count" stands here twice"#),
      (
        #"{ "format": 1, "version": 1, "features": {} }"#,
        "x.json: app must name the app that this is a state of, got nil"
      ),
      (
        #"{ "format": 1, "app": "x", "features": {} }"#,
        #"x.json: version must be the one that the app "x" had, an integer, got nil"#
      ),
      (#"{ "format": 2 }"#, "x.json: this is a state of format 2, and this udfhost reads format 1"),
      (
        #"{ "format": 1, "app": "shop", "version": 1, "features": {} }"#,
        #"x.json: this is a state of the app "shop", and this app is "test""#
      ),
      (
        #"{ "format": 1, "app": "test", "version": 1, "features": { "counter": { "count": 1 } } }"#,
        "x.json: features.counter must be { version = …, state = { … } }, got table"
      ),
    ])
  func wrong(text: String, problem: String) throws {
    try app.host.send("counter/inc", ["by": 3])
    let before = try app.state()
    #expect(try reload(text) == problem + "\n  Nothing was loaded.")
    #expect(try app.state() == before)
    #expect(app.host.history.count == 1)
  }

  @Test("a newer version of the app is refused")
  func newerApp() throws {
    #expect(
      try reload(#"{ "format": 1, "app": "test", "version": 3, "features": {} }"#) == """
        x.json: this is a state of version 3 of the app, which has version 1
          Nothing was loaded.
          To fix this, load it with the scripts that it was saved with, or newer ones
        """)
  }

  @Test("a file that is not there, and a folder that is not, are told")
  func files() throws {
    #expect(
      failure { try app.host.load(from: app.folder("no.json")) } == """
        \(app.folder("no.json")): there is no such file or folder
          Nothing was loaded.
        """)
    #expect(
      failure { try app.host.save(to: app.folder("no/x.json")) } == """
        \(app.folder("no/x.json")): there is no such file or folder
          The state was not saved.
        """)
    #expect(
      failure { try app.host.save(to: app.folder.path) } == """
        \(app.folder.path): this is no file
          The state was not saved.
        """)
  }

  @Test("takes the place of a saved state or of nothing, and of no other file")
  func replaced() throws {
    try app.folder.save("", to: "x.json")
    try app.host.save(to: app.folder("x.json"))
    let first = try #require(readFile(app.folder("x.json")))
    try app.host.send("counter/inc")
    try app.host.save(to: app.folder("x.json"))
    #expect(readFile(app.folder("x.json")) != first)
    for text in ["return {}\n", "[1]", #"{ "counter": { "count": 1 } }"#, #"{ "format": 1 }"#] {
      try app.folder.save(text, to: "notes.txt")
      #expect(
        failure { try app.host.save(to: app.folder("notes.txt")) } == """
          \(app.folder("notes.txt")): this file is no saved state, so it is not overwritten
            The state was not saved.
            To fix this, name another file
          """)
      #expect(readFile(app.folder("notes.txt")) == Array(text.utf8))
    }
  }

  @Test("a host that begins from a file does not start the features that it names")
  func started() throws {
    let starting = """
      name = "NAME", state = { started = false, n = 0 },
      reduce = { start = function(state) state.started = true end },
      """
    try app.folder.save(#"{ "one": { "n": 5 } }"#, to: "x.json")
    let folder = app.folder
    let begun = try TestHost(
      files: ["one", "two"].map { ($0, Source.feature(starting.replacing("NAME", with: $0))) }
    ) { $0.state = folder("x.json") }
    #expect(
      try begun.state() == ["one": ["n": 5, "started": false], "two": ["n": 0, "started": true]])
    #expect(
      failure { _ = try TestHost(["counter": Source.counter]) { $0.state = folder("x.json") } }
        .hasSuffix("there is no feature \"one\". Known names: counter.\n  Nothing was loaded."))
  }
}
