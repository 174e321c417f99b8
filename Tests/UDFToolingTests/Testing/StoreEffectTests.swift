import HostTesting
import Testing

@testable import UDFTooling

@Suite("effects in the store of a test")
struct StoreEffectTests {
  private static let fail = #"store.send { type = "users/fail" }"# + "\n"

  private func run(_ body: String) throws -> TestedApp { try StoreAssertionTests.run(body) }

  @Test("are reported if they fail")
  func failing() throws {
    #expect(
      try run(Self.fail).failure == """
        users_test.lua:5: an error occurred that the test does not expect
          users.lua:24: effect of users/fail: no luck
            The effect has ended; the state is as it left it.
          If the error is intended, assert it: store.receive_error("…")
        """)
    let next = try run(Self.fail + StoreAssertionTests.load)
    #expect(next.failure.hasPrefix("users_test.lua:6: an error occurred that the test does not expect\n"))
  }

  @Test("can be expected to fail, and another error is reported")
  func receivedError() throws {
    let received = Self.fail + #"store.receive_error("no luck")"#
    #expect(try run(received).failure == "")
    #expect(try run("expect(function() \(Self.fail) end).to_fail('no luck')").failure == "")
    let refused = try run(received + "\n" + #"store.send { type = "users/failed", message = 7 }"#)
    #expect(refused.failure.hasPrefix("users_test.lua:7: users/failed was refused\n"))
    #expect(
      try run(Self.fail + #"store.receive_error("offline")"#).failure == """
        users_test.lua:6: expected to receive an error with "offline", got:
          users.lua:24: effect of users/fail: no luck
            The effect has ended; the state is as it left it.
        """)
    #expect(
      try run(#"store.receive_error("no luck")"#).failure == """
        users_test.lua:5: no error with "no luck" was received: no error occurred
          To fix this, first send the action that fails, or remove the assertion.
        """)
    // An error of the test itself is not reported as an error of the app.
    let unstubbed = try run(#"store.send { type = "users/forget" }; store.receive_error("stub")"#)
    #expect(unstubbed.failure.hasPrefix("users_test.lua:5: users.forget was called by the effect of users/forget"))
  }

  @Test("do not start in a store without effects, and neither does middleware see the action")
  func without() throws {
    let app = try TestedApp(
      """
      it("x", function()
        local udf = require "udf"
        local feature = udf.feature {
          name = "f", state = { count = 0 }, actions = { add = { by = "integer" } },
          reduce = { add = function(state, action) state.count = state.count + action.by end },
          effects = { add = function(cx) cx.send { type = "f/add", by = 100 } end },
        }
        local store = test.store {
          features = { feature }, effects = false,
          middleware = { udf.middleware { name = "no", before = function() error("seen") end } },
        }
        store.send({ type = "f/add", by = 2 }, function(state) state.f.count = 2 end)
        expect(function() store.send { type = "f/add", by = "x" } end).to_fail("by must be an integer")
        expect(function() store.send { type = "f/ad" } end).to_fail("Did you mean")
        expect(store.state.f.count).to_equal(2)
      end)
      """)
    #expect(app.failure == "")
  }

  @Test("have log entries that are reported")
  func logs() throws {
    let app = try TestedApp(
      """
      it("x", function()
        local udf = require "udf"
        local feature = udf.feature {
          name = "f", uses = { "log" }, state = {},
          effects = {
            go = function(cx)
              cx.services.log.info("it starts")
              cx.log("warning", "it is late", { seconds = 3 })
            end,
          },
        }
        local store = test.store { features = { feature } }
        expect(store.logs()).to_equal {}
        store.send { type = "f/go" }
        expect(store.logs()).to_equal {
          { level = "info", message = "it starts" },
          { level = "warning", message = "it is late", fields = { seconds = 3 } },
        }
      end)
      """)
    #expect(app.failure == "")
  }

  @Test(
    "wake after their time, in any number of steps, and the missing time is reported",
    arguments: [[0.8], [0.7, 0.1], [0.1, 0.7], [0.1, 0.2, 0.3, 0.2]])
  func steps(_ steps: [Double]) throws {
    func run(_ steps: [Double], _ rest: String) throws -> TestedApp {
      try TestedApp(
        """
        it("x", function()
          local udf = require "udf"
          local feature = udf.feature {
            name = "f", state = { count = 0 },
            reduce = { woken = function(state) state.count = state.count + 1 end },
            effects = { go = function(cx) cx.sleep(0.8); cx.send { type = "woken" } end },
          }
          local store = test.store { features = { feature } }
          store.send { type = "f/go" }
          \(steps.map { "store.advance(\($0))" }.joined(separator: "\n"))
          \(rest)
        end)
        """)
    }
    #expect(try run(steps, #"store.receive("f/woken", function(state) state.f.count = 1 end)"#).failure == "")
    guard let last = steps.last, steps.count > 1 else { return }
    let missing = try run(Array(steps.dropLast()), "store.finish()").failure
    #expect(missing.hasSuffix("To fix this, advance the time: store.advance(\(last))"))
  }

  @Test("run functions that a feature sends")
  func sentFunction() throws {
    func run(_ body: String) throws -> TestedApp {
      try TestedApp(
        """
        it("x", function()
          local udf = require "udf"
          local feature = udf.feature {
            name = "f", uses = { "kv" }, state = {},
            effects = { go = function(cx) cx.send(function(inner) \(body) end) end },
          }
          local store = test.store { features = { feature } }
          store.send { type = "f/go" }
        end)
        """)
    }
    #expect(
      try run("inner.sleep(1)").failure == """
        users_test.lua:10: the function sent by f is still running at the end of the test
          The function sent by f sleeps. To fix this, advance the time: store.advance(1.0)
        """)
    #expect(
      try run("inner.services.kv.get('x')").failure == """
        users_test.lua:10: kv.get was called by the function sent by f, and this test has no stub for it
          To fix this, give the store one: services = { kv = { get = function() … end } }
        """)
  }
}
