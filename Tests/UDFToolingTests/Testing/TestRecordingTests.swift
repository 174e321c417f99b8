import HostTesting
import Platform
import Testing
import UDF
import UDFServices

@testable import UDFHost
@testable import UDFTooling

@Suite("a session that becomes a test")
struct TestRecordingTests {
  static let users = Source.feature(
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

  static let app = """
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

  let app: TestHost
  var file: String { app.folder("users_test.lua") }

  init() throws { app = try TestHost(["users": Self.users, "app": Self.app]) }

  /// Records what `body` does, and returns the result of the recorded test.
  func recorded(_ body: () throws -> Void) throws -> (text: String, failure: String) {
    try app.host.recordTest(to: file)
    try body()
    #expect(try app.host.endTest() == file)
    return (String(decoding: try #require(readFile(file)), as: UTF8.self), try failure())
  }

  func failure() throws -> String {
    var results: [TestResult] = []
    let summary = try TestRunner(file).run { _, more in results += more }
    #expect(summary.passed + summary.failed > 0)
    return results.compactMap(\.failure).map { "\($0.error.message) \($0.differences)" }.joined(separator: "\n")
  }

  @Test("a test begins with the keys of the state that differ from the initial ones")
  func state() throws {
    try app.run("users.load{}")
    app.pass(0.25)
    let (text, failure) = try recorded { try app.run("users.drop{ at = 2 }") }
    #expect(failure == "")
    #expect(text.contains("state = { users = { rows = { { name = \"Ada\" }, { name = \"Bob\" } } } },"), "\(text)")
  }

  @Test("time in which no effect runs is not part of the test; what is sent during an effect comes before its end")
  func idle() throws {
    let (text, failure) = try recorded {
      app.clock.advance(by: 3)
      try app.run("users.load{}")
      app.clock.advance(by: 0.1)
      try app.run("users.odd{ value = 1 }")
      app.pass(0.15)
    }
    #expect(failure == "")
    #expect(text.contains("store.advance(0.25)"), "\(text)")
    #expect(text.matches(of: #/store\.advance/#).count == 1, "\(text)")
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

        -- Returns the recorded answers one after the other, with their delays.
        local function replies(list)
          local calls = 0
          return function()
            calls = calls + 1
            local reply = list[calls]
            if not reply then error("it is called more often than in the recording") end
            if reply.after then test.sleep(reply.after) end
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

  @Test("ends effects that ended without a result")
  func silent() throws {
    let feature = Source.feature(
      """
        name = "a", state = {}, reduce = { go = function() end },
        effects = { go = function(cx) cx.sleep(0.5) end },
      """)
    let app = try TestHost(["a": feature])
    let file = app.folder("a_test.lua")
    try app.host.recordTest(to: file)
    try app.run("a.go{}")
    app.pass(0.75)
    #expect(try app.host.endTest() == file)
    let text = String(decoding: try #require(readFile(file)), as: UTF8.self)
    #expect(text.hasSuffix("  store.send({ type = \"a/go\" })\n  store.advance(0.75)\nend)\n"), "\(text)")
    #expect(try TestRunner(file).run { _, _ in }.passed == 1)
  }

  @Test("fails when the reducer changes")
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
}
