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

  @Test("history and JSON › save, restart, load: equal for every state")
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

  @Test("may contain 0/0, with either sign")
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

  @Test("previewable › a map written by a person: missing parts have their initial values")
  func byHand() throws {
    try app.host.send("things/put", ["key": "count", "value": 9])
    try app.host.send("counter/inc", ["by": 3])
    #expect(try reload(#"{ "counter": { "count": 41 } }"#) == "")
    #expect(try app.host.view(of: "counter") == ["label": "count is 41"])
    #expect(try app.state("things") == ["held": .list([]), "count": 0, "chosen": "a"])
  }

  @Test("with a key similar to another one is loaded with a warning; a byte order mark is ignored")
  func unlikely() throws {
    #expect(try reload("\u{FEFF}" + #"{ "counter": { "cuont": 41, "other": 1 } }"#) == "")
    #expect(
      app.logs == [
        #"warning counter: the initial state has no "cuont". Did you mean "count"? The value was loaded unchanged."#
      ])
    #expect(try app.state("counter") == ["count": 0, "cuont": 41, "other": 1])
  }

  @Test("with a value of another type than the initial state or the actions have is loaded with a warning")
  func otherTypes() throws {
    let app = try TestHost([
      "cart": Source.feature(
        """
          name = "cart", state = { count = 0, title = "", isOpen = false, rows = udf.list {}, tags = { { name = "" } }, size = "S", chosen = udf.null },
          actions = {
            set = { size = udf.enum { "S", "M" }, count = "string", chosen = "integer?" }, loaded = { rows = { { id = "integer" } } },
            also = { chosen = "integer" },
          },
        """)
    ])
    try app.folder.save(
      #"""
      { "cart": { "count": "two", "title": 3, "isOpen": 1, "rows": [{ "id": 1, "more": 2 }, { "id": "x" }], "size": "L",
        "tags": [{ "name": "a", "more": 1 }, {}, { "name": 7 }], "chosen": "a" } }
      """#, to: "state.json")
    _ = try app.host.load(from: app.folder("state.json"))
    #expect(
      app.logs == [
        "warning cart: chosen must be an integer, as also declares it, got string \"a\". The value was loaded unchanged.",
        "warning cart: count must be a number, as the initial state has it, got string \"two\". The value was loaded unchanged.",
        "warning cart: isOpen must be a boolean, as the initial state has it, got number 1. The value was loaded unchanged.",
        "warning cart: rows[2].id must be an integer, as loaded declares it, got string \"x\". The value was loaded unchanged.",
        "warning cart: size must be one of \"S\", \"M\", as set declares it, got string \"L\". The value was loaded unchanged.",
        "warning cart: tags[3].name must be a string, as the initial state has it, got number 7. The value was loaded unchanged.",
        "warning cart: title must be a string, as the initial state has it, got number 3. The value was loaded unchanged.",
      ])
    #expect(try app.state("cart.count") == "two")
  }

  @Test("notifies observers once, empties the history, and cancels what runs")
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
    #expect(failure { _ = try app.host.undo() }.hasPrefix("undo: there is nothing to undo"))
    #expect(app.logs.isEmpty)
    subscription.cancel()
  }

  @Test("of an older version is migrated; a newer one is refused")
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
    "that does not fit is refused as a whole, with the reason",
    arguments: [
      (#"{ "counter": { "count": }"#, #"x.json:1:25: expected a value, got "}""#),
      ("[1]", "x.json: must be a map of features to their states, got list of 1 items"),
      (#"{ "conter": {} }"#, #"x.json: there is no feature "conter". Did you mean "counter"?"#),
      (
        #"{ "counter": { "count": 5 }, "things": 7 }"#,
        "x.json: things: its state must be a map with fields such as chosen, count, held, got number 7"
      ),
      (
        #"{ "counter": [5] }"#,
        "x.json: counter: its state must be a map with fields such as count, got list of 1 items"
      ),
      (#"{ "counter": { "count": 1, "count": 2 } }"#, #"x.json:1:14: the key "count" occurs twice"#),
      (
        #"{ "format": 1, "version": 1, "features": {} }"#,
        "x.json: app must be the name of the app that saved this state, got nil"
      ),
      (
        #"{ "format": 1, "app": "x", "features": {} }"#,
        #"x.json: version must be an integer, the version of the app "x" that saved this state, got nil"#
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

  @Test("is reported if the file or its folder does not exist")
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
        \(app.folder.path): this is not a file
          The state was not saved.
        """)
  }

  @Test("replaces a saved state, and no other file")
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
          \(app.folder("notes.txt")): this file is not a saved state, so it is not overwritten
            The state was not saved.
            To fix this, name another file
          """)
      #expect(readFile(app.folder("notes.txt")) == Array(text.utf8))
    }
  }

  @Test("lets the features that it names begin without `start`")
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
