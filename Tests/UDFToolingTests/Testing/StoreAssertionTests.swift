import HostTesting
import Testing

@testable import UDFTooling

@Suite("the store of a test")
struct StoreAssertionTests {
  /// A test that has a store whose service `list` is `stub`.
  static func run(
    _ body: String, list stub: String = "function() return { \"Ada\" } end", more: String = ""
  ) throws -> TestedApp {
    try TestedApp(
      """
      it("x", function()
      local store = test.store { services = { users = { list = \(stub) } }, \(more) }
      \(body)
      end)
      """)
  }

  static let load = #"store.send({ type = "users/load" }, function(state) state.users.loading = true end)"#

  @Test("asserts the changes of each action, both sent and received")
  func whole() throws {
    let app = try Self.run(
      """
      \(Self.load)
      store.receive("users/loaded", function(state)
        state.users.loading = false
        state.users.rows = { "Ada" }
      end)
      expect(store.view("users")).to_equal { count = 1 }
      expect(store.state.users.rows[1]).to_equal("Ada")
      store:finish()
      """)
    #expect(app.failure == "")
  }

  @Test("advances virtual time, in which effects wake one after another")
  func time() throws {
    let app = try TestedApp(
      """
      it("x", function()
        local count = 0
        local function list()
          count = count + 1
          test.sleep(0.3)
          return { "Ada" }
        end
        local store = test.store { services = { users = { list = list } } }
        store.event("users.appear", function(state) state.users.loading = true end)
        store.event("users.appear")
        store.advance(0.2)
        store.advance(0.1)
        store.receive({ type = "users/loaded", rows = { "Ada" } }, function(state)
          state.users.loading = false
          state.users.rows = { "Ada" }
        end)
        expect(count).to_equal(1)
      end)
      """)
    #expect(app.failure == "")
  }

  @Test("begins with the test's state, and with defaults for the rest")
  func state() throws {
    let app = try Self.run(
      """
      expect(store.state.users).to_equal { rows = { "Bo" }, loading = false }
      store.send({ type = "users/forget" }, function(state) state.users.rows = {} end)
      """, more: "state = { users = { rows = { \"Bo\" } } }")
    #expect(
      app.failure == """
        users_test.lua:6: users.forget was called by the effect of users/forget, and this test has no stub for it
          To fix this, give the store one: services = { users = { forget = function() … end } }
        """)
  }

  @Test("reports a wrong change with the expected and the actual value")
  func wrong() throws {
    let app = try Self.run(
      #"store.send({ type = "users/load" }, function(state) state.users.loading = false; state.users.x = 1 end)"#)
    #expect(app.failure == "users_test.lua:5: users/load did not change the state as expected")
    #expect(app.differences == ["differs users.loading: false, true", "differs users.x: 1, nil"])
  }

  @Test("reports a change that was not asserted, and how to assert it")
  func untold() throws {
    let app = try Self.run(#"store.send { type = "users/load" }"#)
    #expect(
      app.failure == """
        users_test.lua:5: users/load changed the state, and the test does not assert it
          To fix this, add the change as the last argument: function(state) state.users.loading = true end
        """)
    #expect(app.differences == ["differs users.loading: false, true"])
  }

  @Test("reports an action that was not received, at the end and before the next one is sent")
  func unreceived() throws {
    let fix = """
        To fix this, assert it: store.receive("users/loaded", function(state) state.users.loading = false; \
      state.users.rows = {"Ada"} end)
      """
    #expect(
      try Self.run(Self.load).failure == """
        users_test.lua:5: 1 action was received and is not asserted at the end of the test: users/loaded {rows={"Ada"}}
        \(fix)
        """)
    #expect(
      try Self.run(Self.load + "\n" + Self.load).failure == """
        users_test.lua:6: 1 action was received and is not asserted before users/load: users/loaded {rows={"Ada"}}
        \(fix)
        """)
  }

  @Test("reports an action that was not sent, and one that was sent instead")
  func otherAction() throws {
    #expect(
      try Self.run(#"store.receive("users/loaded")"#).failure == """
        users_test.lua:5: users/loaded was not received: nothing is left to receive
          To fix this, first send the action that starts its effect, or remove the assertion.
        """)
    #expect(
      try Self.run(Self.load + "\n" + #"store.receive("users/failed")"#).failure == """
        users_test.lua:6: expected to receive users/failed, got users/loaded {rows={"Ada"}}
        """)
    let fields = try Self.run(Self.load + "\n" + #"store.receive { type = "users/loaded", rows = { "Bo" } }"#)
    #expect(fields.failure == "users_test.lua:6: users/loaded was received with other fields")
    #expect(fields.differences == [#"differs rows[1]: "Bo", "Ada""#])
  }

  @Test("reports an effect that still runs at the end, and its duration")
  func running() throws {
    let list = "function() test.sleep(2.5) end"
    #expect(
      try Self.run(Self.load, list: list).failure == """
        users_test.lua:5: the effect of users/load is still running at the end of the test
          The effect of users/load sleeps. To fix this, advance the time: store.advance(2.5)
        """)
    #expect(
      try Self.run(Self.load + "\n" + #"store.receive("users/loaded")"#, list: list).failure == """
        users_test.lua:6: users/loaded was not received: nothing is left to receive
          The effect of users/load sleeps. To fix this, advance the time: store.advance(2.5)
        """)
  }

  @Test("reports a service that was called without a stub, also if the effect catches the error")
  func unstubbed() throws {
    let app = try TestedApp(
      """
      it("x", function()
      local store = test.store { features = { require "users" } }
      \(Self.load)
      end)
      """)
    #expect(
      app.failure == """
        users_test.lua:5: users.list was called by the effect of users/load, and this test has no stub for it
          To fix this, give the store one: services = { users = { list = function() … end } }
        """)
  }

  @Test("fails if an expectation in a stub fails, whatever the effect does with it")
  func expecting() throws {
    let app = try Self.run(Self.load, list: "function(page) expect(page).to_equal(1) end")
    #expect(app.failure == "users_test.lua:4: the values are not equal")
    #expect(app.differences == ["differs : 1, nil"])
  }

  @Test("can be used only in its test")
  func places() throws {
    let app = try TestedApp(
      """
      it("x", function()
        local store
        store = test.store { services = { users = { list = function() store.advance(1) end } } }
        store.send({ type = "users/load" })
      end)
      """)
    #expect(app.failure == "users_test.lua:5: a store is used by its test, not by a stub")
    let early = try TestedApp("local store = test.store()")
    #expect(
      early.failure
        == "users_test.lua:3: test.store makes a store inside a test or before_each, not while the file loads")
  }

  @Test("has the time of day of its own clock, and the same random numbers in every run")
  func hermetic() throws {
    let tests = """
      it("x", function()
        print(math.random(1000000))
        local udf = require "udf"
        local clock = udf.feature {
          name = "clock",
          uses = { "clock", "log", "json" },
          state = { seen = udf.list {} },
          reduce = { tick = function(state, action) table.insert(state.seen, action.at) end },
          effects = {
            start = function(cx)
              cx.services.log.info("it starts")
              cx.send { type = "tick", at = cx.services.clock.now() }
              cx.sleep(60)
              cx.send { type = "tick", at = cx.services.json.decode("1") + cx.services.clock.now() }
            end,
          },
        }
        local store = test.store { features = { clock } }
        store.send { type = "clock/start" }
        store.receive({ type = "clock/tick", at = 0 }, function(state) state.clock.seen = { 0 } end)
        store.advance(60)
        store.receive({ type = "clock/tick", at = 61 }, function(state) state.clock.seen = { 0, 61 } end)
      end)
      """
    let app = try TestedApp(tests)
    #expect(app.failure == "")
    #expect(try TestedApp(tests).results[0].output == app.results[0].output)
  }

  @Test("raises the error of a stub as a service would")
  func raising() throws {
    let app = try Self.run(
      """
      \(Self.load)
      store.receive({ type = "users/failed", message = "offline" }, function(state)
        state.users.loading = false
        state.users.message = "offline"
      end)
      """, list: "function() error { code = 'net', message = 'offline' } end")
    #expect(app.failure == "")
  }

  @Test("reports an action that was refused, or that has no handler, with the host's message")
  func refused() throws {
    #expect(
      try Self.run(#"store.send { type = "users/failed", message = 7 }"#).failure == """
        users_test.lua:5: users/failed was refused
          users.lua:11: users/failed: message must be a string, got number 7
            The action was refused and the state is unchanged.
            To fix this, send a string: users.failed{ message = "…" }
        """)
    #expect(
      try Self.run(#"store.send { type = "users/lod" }"#).failure == """
        users_test.lua:5: users/lod was refused
          users/lod: no feature handles this action
            The state is unchanged.
            Did you mean "users/load"?
        """)
    #expect(try Self.run(#"expect(function() store.send { type = "users/lod" } end).to_fail("refused")"#).failure == "")
  }

  @Test("accepts an event without an action")
  func noAction() throws {
    #expect(try Self.run(#"store.event("users.tap")"#).failure == "")
    #expect(
      try Self.run(#"store.event("users.tapp")"#).failure == """
        users_test.lua:5: event users.tapp was refused
          users.tapp: users has no event "tapp". Did you mean "tap"?
        """)
  }

  @Test("that is not exhaustive compares only asserted changes, and skips the rest")
  func lax() throws {
    let head = "store.send { type = \"users/load\" }\n"
    #expect(try Self.run(head, more: "exhaustive = false").failure == "")
    let some = head + #"store.receive("users/loaded", function(state) state.users.rows[1] = "Ada" end)"#
    #expect(try Self.run(some, more: "exhaustive = false").failure == "")
    let wrong = try Self.run(
      head + #"store.receive("users/loaded", function(state) state.users.loading = true end)"#,
      more: "exhaustive = false")
    #expect(wrong.failure == "users_test.lua:6: users/loaded did not change the state as expected")
    #expect(wrong.differences == ["differs users.loading: true, false"])
    let never = try Self.run(head + #"store.receive("users/failed")"#, more: "exhaustive = false")
    #expect(never.failure.hasPrefix("users_test.lua:6: users/failed was not received: nothing is left to receive"))
    let other = try Self.run(
      head + #"store.receive { type = "users/loaded", rows = { "Bob" } }"#, more: "exhaustive = false")
    #expect(other.failure == "users_test.lua:6: users/loaded was received with other fields")
  }

  @Test("ends when the test makes another one, which starts again")
  func second() throws {
    let app = try Self.run(
      """
      store.send { type = "users/loaded", rows = {} }
      local other = test.store { state = { users = { rows = { "Bo" } } } }
      expect(#other.state.users.rows).to_equal(1)
      store.send { type = "users/load" }
      """)
    #expect(app.failure == "users_test.lua:8: this store is finished: the test has made another one since")
  }

  @Test("stays finished after another one could not be made")
  func failedBetween() throws {
    let app = try Self.run(
      """
      pcall(test.store, { state = { nope = {} } })
      local other = test.store {}
      store.send { type = "users/load" }
      """)
    #expect(app.failure == "users_test.lua:7: this store is finished: the test has made another one since")
  }

  @Test("accepts any method for a service that its features use and their app adds")
  func unknownService() throws {
    let app = try TestedApp(
      """
      it("x", function()
        local features, count = { require "users" }, 0
        local store = test.store { features = features, services = { users = { forget = function() count = 1 end } } }
        store.send({ type = "users/forget" })
        expect(count).to_equal(1)
      end)
      """)
    #expect(app.failure == "")
  }

  @Test(
    "with wrong arguments is refused",
    arguments: [
      ("test.store { feature = {} }", #"test.store: unknown key "feature". Did you mean "features"?"#),
      (
        "test.store { services = { users = { list = 1 } } }",
        "test.store: services.users.list must be a function, got number"
      ),
      (
        "test.store { services = { user = { list = print } } }",
        #"test.store: there is no service "user". Did you mean "users"?"#
      ),
      (
        "test.store { services = { users = { lst = print } } }",
        #"test.store: the service users has no method "lst". Did you mean "list"?"#
      ),
      (
        "test.store { services = { kv = { gett = print } } }",
        #"test.store: the service kv has no method "gett". Did you mean "get"?"#
      ),
      (
        "test.store { state = { user = {} } }",
        #"test.store: state.user: there is no feature "user". Did you mean "users"?"#
      ),
      (
        "test.store { state = { users = { 1, 2 } } }",
        "test.store: state.users: its state must be a map with fields such as loading, rows, got list of 2 items"
      ),
      ("store.sned()", #"the store has no "sned". Did you mean "send"?"#),
      ("store.send('users/load')", #"store.send takes an action { type = "feature/name", … }, got "users/load""#),
      ("store.receive_error(7)", "store.receive_error takes a part of the error's text, got number 7"),
      ("store.advance('x')", #"store.advance takes seconds, a number from 0 on, got string "x""#),
      ("store.view('user')", #"view: there is no feature "user". Did you mean "users"?"#),
      (
        "store.send({ type = 'users/load' }, { loading = true })",
        "what changes is told by a function: function(state) … end, got table"
      ),
    ])
  func misuse(body: String, message: String) throws {
    #expect(try Self.run(body).failure == "users_test.lua:5: " + message)
  }
}
