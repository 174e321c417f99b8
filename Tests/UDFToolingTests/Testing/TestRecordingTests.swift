import HostTesting
import Platform
import Testing

@testable import UDFHost
@testable import UDFTooling

@Suite("a session that becomes a test")
struct TestRecordingTests {
  private static let users = Source.feature(
    """
      name = "users",
      state = { rows = udf.list {}, loading = false, ["odd key"] = 1 },
      uses = { "users", "uuid" },
      events = { appear = function(event) return { type = "load", from = event.from } end },
      actions = { load = { from = "string?" }, loaded = { rows = "table", id = "string" }, failed = { message = "string" },
        wait = {}, waited = {}, drop = { at = "integer" }, break_ = {}, odd = { value = "any" } },
      reduce = {
        load = function(state) state.loading = true; state.message = nil end,
        loaded = function(state, action)
          state.loading = false
          for _, row in ipairs(action.rows) do table.insert(state.rows, 1, row) end
        end,
        failed = function(state, action) state.loading = false; state.message = action.message end,
        waited = function(state) table.sort(state.rows, function(a, b) return a.name < b.name end) end,
        drop = function(state, action)
          if not state.rows[action.at] then error("no row " .. action.at) end
          table.remove(state.rows, action.at)
        end,
        odd = function(state, action) state["odd key"] = action.value; state["end"] = action.value end,
      },
      effects = {
        load = udf.leading(function(cx, action)
          local ok, rows = pcall(cx.services.users.list, action.from)
          if ok then
            cx.send { type = "loaded", rows = rows, id = cx.services.uuid.make() }
          else
            cx.send { type = "failed", message = rows.message }
          end
        end),
        wait = function(cx) cx.sleep(2.5) cx.send { type = "waited" } end,
        break_ = function() error("the wheel is off") end,
      },
    """)

  private static let app = """
    local udf = require "udf"
    return udf.app {
      name = "users", features = { require "users" },
      services = {
        users = function(core)
          return {
            list = function(from)
              core.sleep(0.25)
              if from == "nowhere" then error({ code = "gone", message = "no such place" }, 0) end
              return { { name = "Bob" }, { name = "Ada" } }
            end,
          }
        end,
      },
    }
    """

  private let app: TestHost
  private var file: String { app.folder("users_test.lua") }

  init() throws { app = try TestHost(["users": Self.users, "app": Self.app]) }

  /// Records what `body` does, and gives what came of the test that it became.
  private func recorded(_ body: () throws -> Void) throws -> (text: String, failure: String) {
    try app.host.recordTest(to: file)
    try body()
    #expect(try app.host.endTest() == file)
    return (String(decoding: try #require(readFile(file)), as: UTF8.self), try failure())
  }

  private func failure() throws -> String {
    var results: [TestResult] = []
    let summary = try TestRunner(file).run { _, more in results += more }
    #expect(summary.passed + summary.failed > 0)
    return results.compactMap(\.failure).map { "\($0.error.message) \($0.differences)" }.joined(separator: "\n")
  }

  @Test("none of them has › a session recorded at the prompt becomes a test file, which passes")
  func session() throws {
    let (text, failure) = try recorded {
      try app.host.event("users.appear", ["from": "here"])
      app.pass(0.1)
      try app.run("users.load{}")
      app.pass(0.15)
      try app.run("users.drop{ at = 2 }")
    }
    #expect(failure == "")
    #expect(
      text.replacing(#/[0-9a-f]{8}-[0-9a-f-]{27}/#, with: "UUID") == """
        local test = require "udf.test"

        -- Answers each call as the service did when this was recorded, and as late.
        local function replies(list)
          local calls = 0
          return function()
            calls = calls + 1
            local reply = list[calls]
            if not reply then error("it is called once more than it was when this was recorded") end
            if reply.after then test.sleep(reply.after) end
            local function fail()
              if reply.never then test.sleep(1e9) end
              if reply.error then error(reply.error, 0) end
            end
            if reply.each then
              local at = 0
              return function()
                at = at + 1
                local wait = reply.waits and reply.waits[at] or 0
                if wait > 0 then test.sleep(wait) end
                if at > #reply.each then fail() end
                return reply.each[at]
              end
            end
            fail()
            return table.unpack(reply, 1, reply.n or #reply)
          end
        end

        test.it("does what was recorded", function()
          local store = test.store {
            services = {
              users = {
                list = replies {
                  { after = 0.25, { { name = "Bob" }, { name = "Ada" } } },
                },
              },
              uuid = {
                make = replies {
                  { "UUID" },
                },
              },
            },
          }
          store.event("users.appear", { from = "here" }, function(state)
            state.users.loading = true
          end)
          store.advance(0.1)
          store.send({ type = "users/load" })
          store.advance(0.15)
          store.receive({
            id = "UUID",
            rows = { { name = "Bob" }, { name = "Ada" } },
            type = "users/loaded",
          }, function(state)
            state.users.loading = false
            table.insert(state.users.rows, 1, { name = "Bob" })
            table.insert(state.users.rows, 1, { name = "Ada" })
          end)
          store.send({ at = 2, type = "users/drop" }, function(state)
            table.remove(state.users.rows, 2)
          end)
        end)

        """)
  }

  @Test("has iterators as late with each item as they were, what ended them, and loops that were cancelled")
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

  @Test("fails when the reducer does something else")
  func broken() throws {
    let (_, before) = try recorded {
      try app.run("users.load{}")
      app.pass(0.25)
    }
    #expect(before == "")
    try app.save(
      Self.users.replacing("table.insert(state.rows, 1, row)", with: "table.insert(state.rows, row)"), to: "users")
    #expect(try failure().contains("users/loaded did not change the state as expected"))
    try app.save(
      Self.users.replacing("type = \"loaded\", rows", with: "type = \"failed\", message = 'no', rows"), to: "users")
    #expect(try failure() != "")
  }

  @Test("has services that fail, effects that wait or break, and actions that are refused")
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

  @Test("begins from the state that there is, and again where it changes otherwise than by an action")
  func parts() throws {
    try app.run("users.load{}")
    app.pass(0.25)
    let (text, failure) = try recorded {
      try app.run("users.drop{ at = 1 }")
      _ = try app.host.undo()
      try app.run("users.drop{ at = 2 }")
      try app.run("users.load{}")
    }
    #expect(failure == "", "\(text)")
    #expect(text.contains(#"test.it("does what was recorded, part 2""#))
    #expect(text.contains("exhaustive = false"))
    #expect(text.contains("{ never = true }"))
  }

  @Test("sends itself what an effect sends that ran before: nothing in the test would")
  func former() throws {
    try app.run("users.wait{}")
    let (text, failure) = try recorded {
      app.pass(2.5)
      try app.run("users.odd{ value = 2 }")
    }
    #expect(failure == "", "\(text)")
    #expect(text.contains(#"store.send({ type = "users/waited" })"#), "\(text)")
    #expect(!text.contains("store.receive"), "\(text)")
  }

  @Test("is written when the host ends; nothing is written where nothing was done")
  func ending() throws {
    try app.host.recordTest(to: file)
    #expect(try app.host.endTest() == nil)
    #expect(readFile(file) == nil)
    try app.host.recordTest(to: file)
    try app.run("users.odd{ value = 1 }")
    app.host.stop()
    #expect(try failure() == "")
    #expect(app.logs == ["info the test was written to \(file)"])
  }

  @Test("says so when the host ends and nothing was done")
  func endingWithNothing() throws {
    try app.host.recordTest(to: file)
    app.host.stop()
    #expect(readFile(file) == nil)
    #expect(app.logs == ["info nothing was done, so there is no test to write to \(file)"])
  }

  @Test("refuses what is there, what is no test file, a folder that is missing, and a second one at a time")
  func refusals() throws {
    func refusal(_ path: String) -> String { HostTesting.failure { try app.host.recordTest(to: path) } }
    #expect(refusal("x.lua") == "x.lua: the name of a test file ends in _test.lua")
    try app.folder.save("", to: "old_test.lua")
    #expect(
      refusal(app.folder("old_test.lua"))
        == "\(app.folder("old_test.lua")): this file is there already; name another one")
    #expect(
      refusal(app.folder("fetures/users_test.lua")) == """
        \(app.folder("fetures/users_test.lua")): there is no folder \(app.folder("fetures/"))
          Nothing is being recorded.
          To fix this, make the folder, or name the file as seen from where you started
        """)
    #expect(HostTesting.failure { _ = try app.host.endTest() } == "no test is being recorded; :rec FILE begins one")
    try app.host.recordTest(to: file)
    #expect(
      refusal("y_test.lua")
        == "y_test.lua: a test is being recorded to \(file) already; end it with :rec off")
  }

  @Test("does not overwrite a file that has come meanwhile, and can be written when that has gone")
  func overtaken() throws {
    try app.host.recordTest(to: file)
    try app.run("users.odd{ value = 1 }")
    try app.folder.save("-- mine\n", to: "users_test.lua")
    #expect(
      HostTesting.failure { _ = try app.host.endTest() } == """
        \(file): this file is there by now, so it is not overwritten
          The test was not written; it goes on.
          To fix this, put that right and end the test again
        """)
    #expect(readFile(file) == Array("-- mine\n".utf8))
    try app.folder.run("rm", file)
    #expect(try app.host.endTest() == file)
    #expect(try failure() == "")
  }

  @Test("is told to be lost when the host ends and the folder is gone")
  func lost() throws {
    try app.folder.save("", to: "features/other.lua")
    let file = app.folder("features/users_test.lua")
    try app.host.recordTest(to: file)
    try app.run("users.odd{ value = 1 }")
    try app.folder.run("rm", "-r", "features")
    app.host.stop()
    #expect(
      app.errors.map(\.message) == [
        """
        \(file): there is no such file or folder
          The test was not written, and the host has ended.
        """
      ])
  }
}
