import HostTesting
import Testing

@testable import UDFTooling

@Suite("the store of a test and what effects do")
struct StoreEffectTests {
  private static let fail = #"store.send { type = "users/fail" }"# + "\n"

  private func run(_ body: String) throws -> TestedApp { try StoreAssertionTests.run(body) }

  @Test("tells an effect that fails")
  func failing() throws {
    #expect(
      try run(Self.fail).failure == """
        users_test.lua:5: something went wrong that the test does not expect
          users.lua:24: effect of users/fail: no luck
            The effect has ended; the state is as it left it.
          If it is meant to, assert it: store.receive_error("…")
        """)
    let next = try run(Self.fail + StoreAssertionTests.load)
    #expect(next.failure.hasPrefix("users_test.lua:6: something went wrong that the test does not expect\n"))
  }

  @Test("is told an error that an effect ends with, and what it should have been where it is another")
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
        users_test.lua:5: no error with "no luck" was received: nothing went wrong
          To fix this, send what makes it fail first, or take the assertion away.
        """)
    // What is wrong with the test itself is no error of what it tests.
    let unstubbed = try run(#"store.send { type = "users/forget" }; store.receive_error("stub")"#)
    #expect(unstubbed.failure.hasPrefix("users_test.lua:5: users.forget was called by the effect of users/forget"))
  }

  @Test("tells what was logged")
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
    "wakes what sleeps once as much time has passed, in however many steps, and says how much is missing",
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
    #expect(missing.hasSuffix("To fix this, let the time pass: store.advance(\(last))"))
  }

  @Test("calls a function that was sent by who sent it")
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
          The function sent by f sleeps. To fix this, let the time pass: store.advance(1.0)
        """)
    #expect(
      try run("inner.services.kv.get('x')").failure == """
        users_test.lua:10: kv.get was called by the function sent by f, and this test has no stub for it
          To fix this, give the store one: services = { kv = { get = function() … end } }
        """)
  }
}
