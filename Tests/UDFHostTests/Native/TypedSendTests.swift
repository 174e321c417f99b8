import HostTesting
import Testing
import UDF
import UDFHost

@Suite("an action sent as a Swift value")
struct TypedSendTests {
  private static let listener = Source.feature(
    #"name = "listener", state = { last = "" }, reduce = { ["pad/write"] = function(s, a) s.last = a.text end },"#)

  /// A host without an observer of actions.
  private static func app(
    _ features: String = #"udf.native "pad""#, _ pad: Pad = Pad(),
    _ configure: (inout HostConfiguration) -> Void = { _ in }
  ) throws -> (app: TestHost, pad: NativeStore<Pad>) {
    let app = #"local udf = require "udf" return udf.app { name = "t", features = { \#(features) } }"#
    let host = try TestHost(["listener": listener, "app": app]) {
      $0.features = [pad]
      configure(&$0)
    }
    host.observe(actions: false)
    return (host, try host.host.native(Pad.self))
  }

  @Test("is converted to plain data only if an observer requests it")
  func lazily() throws {
    let feature = Pad()
    let (app, pad) = try Self.app(#"udf.native "pad""#, feature)
    try pad.send(.write("first"))
    let before = feature.encodings.withLock { $0 }
    for number in 1...100 { try pad.send(.write("\(number)")) }
    // One of them is a sample of what they weigh.
    #expect(feature.encodings.withLock { $0 } <= before + 1)
    #expect(app.host.history.map(\.fields) == [["text": "first"]] + (1...100).map { ["text": .string("\($0)")] })
    #expect(app.host.history.map(\.type) == Array(repeating: "pad/write", count: 101))
    #expect(feature.encodings.withLock { $0 } > 100)
    #expect(try app.state("pad") == ["color": "red", "count": 101, "text": "100"])
  }

  @Test("is passed as plain data to a subscriber that requests it, also without a history", arguments: [0, 1, 1000])
  func subscribed(limit: Int) throws {
    let (app, pad) = try Self.app { $0.historyLimit = limit }
    var seen: [ActionRecord] = []
    let subscription = app.host.subscribe { seen.append($0.record) }
    for text in ["a", "b", "c"] { try pad.send(.write(text)) }
    #expect(seen.map(\.fields) == [["text": "a"], ["text": "b"], ["text": "c"]])
    #expect(seen.map(\.n) == [1, 2, 3])
    #expect(seen.last?.changes.map(\.shown) == ["set pad.count: 2 → 3", #"set pad.text: "b" → "c""#])
    subscription.cancel()
  }

  @Test("that cannot be converted is refused if an observer needs it, and otherwise shown with the error")
  func unspeakable() throws {
    let (app, pad) = try Self.app()
    try pad.send(.write("a"))
    try pad.send(.write("unspeakable"))
    #expect(try app.state("pad.text") == "unspeakable")
    #expect(app.host.history.last?.type == "pad/write")
    #expect(app.host.history.last?.fields == ["problem": "it cannot be said"])
    _ = app.host.handle
    app.observe()
    #expect(throws: Pad.Failure.self) { try pad.send(.write("unspeakable")) }
    #expect(try app.state("pad.count") == 2)
  }

  @Test("that its reducer refuses changes nothing, with the same error as in plain data")
  func refused() throws {
    let (app, pad) = try Self.app()
    try pad.send(.write("a"))
    let expected = """
      pad/fail: failed after 2
        The action was refused and the state is unchanged.
      """
    for _ in 1...2 { #expect(failure { try pad.send(.fail) } == expected) }
    #expect(failure { try app.host.send("pad/fail") } == expected)
    #expect(app.actions.map(\.status) == [.rejected, .rejected, .rejected])
    #expect(app.actions.map(\.type) == ["pad/fail", "pad/fail", "pad/fail"])
    try pad.send(.write("b"))
    #expect(app.host.history.map(\.fields) == [["text": "a"], ["text": "b"]])
  }

  @Test("is validated if its declaration is stricter than its type")
  func declared() throws {
    let (app, pad) = try Self.app()
    for _ in 1...2 {
      try pad.send(.paint("green"))
      #expect(
        failure { try pad.send(.paint("blue")) }.contains(#"color must be one of "red", "green", got string "blue""#))
    }
    #expect(try app.state("pad.color") == "green")
  }

  @Test("reaches a feature in Lua that handles it")
  func listened() throws {
    let (app, pad) = try Self.app(#"udf.native "pad", require "listener""#)
    for text in ["a", "b", "c"] { try pad.send(.write(text)) }
    #expect(try app.state("listener.last") == "c")
    _ = app.host.history
    #expect(app.host.history.last?.changes.count == 3)
  }

  @Test("by a subscriber waits its turn")
  func nested() throws {
    let (app, pad) = try Self.app()
    try pad.send(.write("x"))
    let subscription = app.host.subscribe { commit in
      if commit.n < 5 { try? pad.send(.write("after \(commit.n)")) }
    }
    try pad.send(.write("y"))
    #expect(app.host.history.map { $0.fields["text"] } == ["x", "y", "after 2", "after 3", "after 4"])
    subscription.cancel()
  }

  @Test("counts with its size for the history's limit in bytes")
  func bytes() throws {
    let (app, pad) = try Self.app { $0.historyBytes = 8 << 20 }
    try pad.send(.write(""))
    for number in 1...60 { try pad.send(.write(String(repeating: "y", count: 1_000_000) + "\(number)")) }
    #expect((1...8).contains(app.host.history.count))
    #expect(app.host.history.last?.n == 61)
  }

  @Test("is removed with the oldest actions, also among those of scripts")
  func forgotten() throws {
    let (app, pad) = try Self.app { $0.historyLimit = 40 }
    for number in 1...300 {
      if number % 3 == 0 { try app.run("pad.write{ text = '\(number)' }") } else { try pad.send(.write("\(number)")) }
    }
    #expect(app.host.history.map { $0.fields["text"] } == (261...300).map { .string("\($0)") })
    _ = try app.host.undo()
    try pad.send(.write("behind an undo"))
    #expect(app.host.history.filter { !$0.undone }.map(\.n).suffix(2) == [299, 301])
  }
}
