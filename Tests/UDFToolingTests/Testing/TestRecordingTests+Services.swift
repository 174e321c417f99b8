import HostTesting
import Platform
import Testing
import UDF
import UDFServices

@testable import UDFHost
@testable import UDFTooling

// The recorded answers of services.
extension TestRecordingTests {
  @Test("has iterators with the delays of each item, their errors, and cancelled loops")
  func iterators() throws {
    let feature = Source.feature(
      """
        name = "a", state = { notes = udf.list {} }, uses = { "words" },
        reduce = { note = function(state, action) table.insert(state.notes, action.text) end },
        effects = {
          go = udf.latest(function(cx, action)
            local ok, problem = pcall(function()
              for word in cx.services.words.each(action.count) do
                cx.sleep(0.5)
                cx.send { type = "note", text = word }
              end
            end)
            cx.send { type = "note", text = ok and "done" or problem }
          end),
          first = function(cx) cx.send { type = "note", text = cx.services.words.each(9)() } end,
        },
      """)
    let services = """
      , services = {
        words = function(core)
          return {
            each = function(count)
              core.sleep(0.25)
              local at = 0
              return function()
                core.sleep(1)
                at = at + 1
                if at > count then error("no more", 0) end
                if at <= 2 then return "word " .. at end
              end
            end,
          }
        end,
      }
      """
    let app = try TestHost(["a": feature, "app": Source.app(["a"], more: services)])
    let file = app.folder("a_test.lua")
    try app.host.recordTest(to: file)
    for (line, quarters) in [
      ("a.go{ count = 9 }", 20), ("a.go{ count = 1 }", 20), ("a.go{ count = 9 }", 2), ("a.go{ count = 9 }", 20),
      ("a.first()", 20),
    ] {
      try app.run(line)
      for _ in 1...quarters { app.pass(0.25) }
    }
    #expect(app.host.sessions.calls.isEmpty)
    #expect(try app.host.endTest() == file)
    let all = ["word 1", "word 2", "done"] as [Value]
    #expect(try app.state("a.notes") == .list(all + ["word 1", "no more"] + all + ["word 1"]))
    let text = String(decoding: try #require(readFile(file)), as: UTF8.self)
    #expect(text.contains("waits = { 1.0, 1.0, 1.0 }"))
    #expect(text.contains(#"error = "no more""#))
    var failures: [String] = []
    let summary = try TestRunner(file).run { _, more in failures += more.compactMap(\.failure?.error.message) }
    #expect(failures == [] && summary.passed == 1)
  }

  /// A service that answers at once, while time passes.
  private struct SlowDice: HostCore {
    let instances = Instances()
    let clock: any HostClock

    func dependency() -> any LogSink { SilentLog() }
    func services() throws -> [HostService] {
      let roll = ServiceMethod("roll", returns: "integer") { [clock] _ in
        (clock as? ManualClock)?.advance(by: 0.001)
        return 4
      }
      return [HostService("dice", [roll])]
    }
  }

  @Test("without waits has none")
  func immediate() throws {
    let feature = Source.feature(
      """
        name = "a", state = { n = 0 }, uses = { "dice" },
        reduce = { go = function() end, set = function(state, action) state.n = action.n end },
        effects = { go = function(cx) cx.send { type = "set", n = cx.services.dice.roll() } end },
      """)
    let app = try TestHost(["a": feature]) { $0.core = SlowDice(clock: $0.clock) }
    let file = app.folder("a_test.lua")
    try app.host.recordTest(to: file)
    try app.run("a.go{}")
    app.pass(0.5)
    try app.run("a.set{ n = 7 }")
    #expect(try app.host.endTest() == file)
    #expect(
      String(decoding: try #require(readFile(file)), as: UTF8.self) == """
        local test = require "udf.test"

        -- Returns the recorded answers one after the other.
        local function replies(list)
          local calls = 0
          return function()
            calls = calls + 1
            local reply = list[calls]
            if not reply then error("it is called more often than in the recording") end
            return table.unpack(reply, 1, reply.n or #reply)
          end
        end

        test.it("does what was recorded", function()
          local store = test.store {
            services = {
              dice = {
                roll = replies {
                  { 4 },
                },
              },
            },
          }
          store.send({ type = "a/go" })
          store.receive({ n = 4, type = "a/set" }, function(state)
            state.a.n = 4
          end)
          store.send({ n = 7, type = "a/set" }, function(state)
            state.a.n = 7
          end)
        end)

        """)
  }

  @Test("has services that fail, effects that wait or fail, and refused actions")
  func everything() throws {
    let (text, failure) = try recorded {
      try app.run("users.load{ from = 'nowhere' }")
      app.pass(0.25)
      try app.run("users.wait{}")
      app.pass(1)
      try app.run("users.load{}")
      app.pass(0.25)
      app.pass(1.25)
      try app.run("users.break_{}")
      _ = app.failure("users.drop{ at = 9 }")
      _ = app.failure("users.drop{ at = 'x' }")
      _ = app.failure("users.odd{}")
      for value in [
        "{ [\"a\\0b\"] = udf.list {} }", "udf.null", "0/0", "math.mininteger", "-math.huge", "'\\xff\"\\\\'", "{}",
      ] {
        try app.run("users.odd{ value = \(value) }")
      }
    }
    #expect(failure == "", "\(text)")
    #expect(text.contains(#"store.receive_error("effect of users/break_: the wheel is off")"#), "\(text)")
    #expect(text.contains(#"{ after = 0.25, error = { code = "gone", message = "no such place" } }"#), "\(text)")
    #expect(text.contains(#"to_fail("users/drop: no row 9")"#), "\(text)")
  }
}
