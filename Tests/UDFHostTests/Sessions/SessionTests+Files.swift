import FolderTesting
import HostTesting
import Platform
import SeededTesting
import Testing
import UDFServices

@testable import UDFHost
@testable import UDFTooling

// The files of sessions: damaged, shared, or on a full disk.
extension SessionTests {
  @Test("of a host that was killed while it wrote a line is replayed up to that line")
  func torn() throws {
    let app = try app()
    for _ in 0..<3 { try app.run("counter.inc{}") }
    let bytes = try #require(readFile(session))
    try folder.save(bytes: bytes.dropLast(20), to: "session.ndjson")
    #expect(try replay(app).summary == ReplaySummary(actions: 2, isTorn: true))
  }

  @Test("with an invalid line is refused with its number")
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
    #expect(
      try saved { $0.removeFirst() }
        == "session.ndjson:1: this is not a session; give a file that --record has written")
    #expect(
      try saved { $0[0] = $0[0].replacing("\"app\":\"test\"", with: "\"app\":\"shop\"") }
        == "session.ndjson:1: this is a session of the app \"shop\", and this app is \"test\"")
    #expect(
      try saved { $0[0] = $0[0].replacing("\"session\",\"format\":1", with: "\"session\",\"format\":9") }
        == "session.ndjson:1: this is a session of format 9, and this udfhost reads format 1")
  }

  @Test("replaces another session, and no other file; two hosts never write one")
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
        \(folder("notes.txt")): this file is not a session, so it is not overwritten
          To fix this, name another file
          Nothing is recorded.
        """)
    #expect(readFile(folder("notes.txt")) == Array("my notes\n".utf8))
    #expect(HostTesting.failure { try app.host.record(to: folder("no/x")) }.contains("No such file or directory"))
  }

  @Test("of a host that is killed loses what the running script has done since the last 64 KiB, and nothing else")
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
    // The file as the next process finds it after this one was killed.
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

  @Test("does not repeat an action whose reducer was stopped: it could end in time now")
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

  @Test("ends with a report when the disk is full; the app continues")
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
      app.errors.map(\.message) == [
        "session.ndjson: the session cannot be recorded any further: cannot be written: No space left on device"
      ])
    #expect(!app.host.events.hasObservers)
  }

  @Test("costs nothing without observers, and notifies each observer only of what it requests")
  func quiet() throws {
    let app = try TestHost(["counter": Source.counter])
    app.observe(actions: false)
    #expect(!app.host.tree.isTimed)
    try app.host.record(to: session)
    try app.run("counter.inc{}")
    #expect(try lines().count == 2)
    #expect(app.actions.isEmpty)
  }
}
