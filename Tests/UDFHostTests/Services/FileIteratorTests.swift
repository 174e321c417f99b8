import HostTesting
import Testing

@testable import UDFHost

@Suite("an iterator over a file")
struct FileIteratorTests {
  private static let closed =
    "files.lines: this iterator is closed: it ends with its loop, and with the effect or the line that asked for it. "
    + "To fix this, ask for another one"

  @Test("closes a file that an effect did not read to its end")
  func closes() async throws {
    let feature = Source.feature(
      """
        name = "a", uses = { "files" },
        effects = { first = function(cx) for _ in cx.services.files.lines("app.lua") do break end end },
      """)
    let app = try TestHost(["a": feature])
    for _ in 1...2000 {
      try app.host.send("a/first")
      await app.settled()
    }
    #expect(app.errors.isEmpty)
    #expect(app.host.table.openStreams == 0)
  }

  @Test("closes a file as soon as its loop ends, and at the prompt after the line")
  func closesEarly() async throws {
    try await onOwnThread {
      let feature = Source.feature(
        """
          name = "a", uses = { "files" },
          effects = {
            leave = function(cx)
              for _ in cx.services.files.lines("app.lua") do break end
              pcall(function() for _ in cx.services.files.lines("app.lua") do error("enough") end end)
              cx.sleep(1)
            end,
            keep = function(cx)
              local following = cx.services.files.lines("app.lua")
              following()
              cx.sleep(1)
            end,
          },
        """)
      let app = try TestHost(["a": feature])
      /// Runs the effect up to where it sleeps.
      func run(_ action: String) throws {
        try app.host.send(action)
        while app.host.effects.calls > 0 { app.host.poll() }
      }
      try run("a/leave")
      #expect(app.host.table.openStreams == 0)
      try run("a/keep")
      #expect(app.host.table.openStreams == 1)
      #expect(try app.run("services.files.lines('app.lua')()") == "local udf = require \"udf\"")
      #expect(app.host.table.openStreams == 1)
    }
  }

  @Test("can be used in the whole effect: in spawned functions, and from one task to another")
  func effect() async throws {
    let app = try TestHost(
      effects: """
        spawned = function(cx)
          local following, count = cx.services.files.lines("many.txt"), 0
          cx.spawn(function()
            for _ in following do count = count + 1 end
            note(cx, count)
          end)
        end,
        given = function(cx)
          local following, count = cx.spawn(function() return cx.services.files.lines("many.txt") end).await(), 0
          for _ in following do count = count + 1 end
          note(cx, count)
        end,
        """, more: "uses = { \"files\" },")
    try app.folder.run("sh", "-c", "seq 3000 > many.txt")
    for action in ["spawned", "given"] {
      try app.host.send("a/\(action)")
      await app.settled()
      #expect(try app.notes() == ["3000"], "\(action)")
      #expect(app.host.table.openStreams == 0)
    }
  }

  @Test("is closed after the effect or the line that made it, and reports that")
  func kept() async throws {
    let app = try TestHost([
      "a": """
      local udf = require "udf"
      local kept
      return udf.feature {
        name = "a", uses = { "files" },
        effects = {
          keep = function(cx)
            kept = cx.services.files.lines("app.lua")
            cx.sleep(0)
          end,
          go = function() for _ in kept do end end,
        },
      }
      """
    ])
    try app.host.send("a/keep")
    await app.settled()
    try app.host.send("a/go")
    #expect(
      app.errors.map(\.message) == [
        "a.lua:10: effect of a/go: \(Self.closed)\n  The effect has ended; the state is as it left it."
      ])
    try app.run("kept = services.files.lines('app.lua')")
    #expect(app.failure("for _ in kept do end").contains(Self.closed))
  }

  @Test("is closed after its loop, also if more of the file was already read")
  func left() async throws {
    let app = try TestHost(
      effects: """
        go = function(cx)
          local following, state, control, closing = cx.services.files.lines("app.lua")
          for _ in following, state, control, closing do break end
          note(cx, select(2, pcall(following)))
        end,
        """, more: "uses = { \"files\" },")
    try app.host.send("a/go")
    await app.settled()
    #expect(try app.notes().map { $0.hasSuffix(Self.closed) } == [true])
  }
}
