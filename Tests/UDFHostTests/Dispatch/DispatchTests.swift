import HostTesting
import Testing
import UDFHost

@Suite("dispatching an action")
struct DispatchTests {
  @Test("a counter counts, from the prompt and from Swift")
  func counter() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc{ by = 2 }")
    try app.host.send("counter/inc", ["by": 3])
    try app.run("dispatch{ type = 'counter/inc' }")
    #expect(try app.state("counter.count") == 6)
    #expect(try app.run("state.counter.count") == 6)
    #expect(try app.run("view.counter.label") == "count is 6")
    #expect(app.actions.map(\.origin) == [.prompt, .native, .prompt])
    #expect(app.actions.map(\.n) == [1, 2, 3])
  }

  @Test("make builds an action and sends nothing")
  func make() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(try app.run("counter.make.inc{ by = 2 }") == ["type": "counter/inc", "by": 2])
    #expect(app.actions.isEmpty)
  }

  @Test("a feature handles another feature's actions by their full type")
  func otherFeatures() throws {
    let app = try TestHost(["cart": Source.cart, "badge": Source.badge])
    try app.run("cart.add{ sku = 'A1' }")
    #expect(try app.state("badge.text") == "1 added")
    #expect(
      app.actions[0].changes.map(\.path.description) == [
        "cart.items[1]", "cart.total", "badge.seen", "badge.text",
      ])
  }

  @Test("start is not sent to a feature that declares it and does not handle it")
  func unhandledStart() throws {
    let app = try TestHost(["a": Source.feature("name = 'a', actions = { start = {} }")])
    #expect(app.errors.isEmpty)
    #expect(
      app.failure("a.start{}") == """
        prompt:1: a/start: no feature handles this action
          The state is unchanged.
          To fix this, add a reducer for it
        """)
  }

  @Test("an action is one transaction: if the second slice refuses it, the first is unchanged")
  func oneTransaction() throws {
    let app = try TestHost(["cart": Source.cart, "badge": Source.badge])
    try app.run("cart.add{ sku = 'A1' }")
    let before = try app.state()
    #expect(
      app.failure("cart.add{ sku = 'bad' }") == """
        badge.lua:7: cart/add: no badge for bad
          The action was refused and the state is unchanged.
        """)
    #expect(try app.state() == before)
    #expect(app.host.history.count == 1)
    #expect(app.actions.map(\.status) == [.committed, .rejected])
  }

  @Test("changes of the action table by one slice's reducer do not reach the next slice")
  func actionPerSlice() throws {
    let first = Source.feature(
      "name = 'a', state = { n = 0 }, reduce = { set = function(s, action) action.n = action.n + 1; s.n = action.n end }"
    )
    let second = Source.feature(
      "name = 'b', state = { n = 0 }, reduce = { ['a/set'] = function(s, action) s.n = action.n end }")
    let app = try TestHost(["a": first, "b": second])
    try app.run("a.set{ n = 1 }")
    #expect(try app.state("b.n") == 1)
    try app.host.send("a/set", ["n": 1])
    #expect(try app.state("b.n") == 1)
  }

  @Test("an action without a handler is reported, with a suggestion")
  func unhandled() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(
      failure { try app.host.send("counter/icn") } == """
        counter/icn: no feature handles this action
          The state is unchanged.
          Did you mean "counter/inc"?
        """)
    #expect(
      app.failure("dispatch{ type = 'shop/open' }") == """
        prompt:1: shop/open: no feature handles this action
          The state is unchanged.
          To fix this, add a reducer for it, or send one of: counter/inc, counter/reset
        """)
    #expect(app.actions.map(\.status) == [.unhandled, .unhandled])
    #expect(app.host.history.isEmpty)
  }

  @Test("an action that its feature lacks is answered with the feature's own actions first")
  func own() throws {
    let app = try TestHost(["cart": Source.cart, "counter": Source.counter])
    let message = failure { try app.host.send("counter/open") }
    #expect(message.contains("send one of: counter/inc, counter/reset, cart/"), "\(message)")
  }

  @Test("an action may have any field that Lua allows")
  func anyName() throws {
    let app = try TestHost([
      "a": """
      return require("udf").feature {
        name = "a", state = { n = 0 }, reduce = { required = function(state) state.n = state.n + 1 end },
      }
      """
    ])
    try app.run("a.required()")
    #expect(try app.state("a.n") == 1)
  }

  @Test("an unknown action of a feature at the prompt is an error with a suggestion")
  func misspeltMember() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(app.failure("counter.icn()") == "prompt:1: counter has no action \"icn\". Did you mean \"inc\"?")
    #expect(
      app.failure("counter.make.icn()") == "prompt:1: counter has no action \"icn\". Did you mean \"inc\"?")
  }

  @Test("the name of an event or of a part of the state, in place of an action, is explained")
  func otherMember() throws {
    let app = try TestHost([
      "a": Source.feature(
        "name = 'a', state = { n = 0 }, events = { tap = 'inc' }, reduce = { inc = function() end },")
    ])
    #expect(app.failure("a.tap{}") == #"prompt:1: a has no action "tap". To raise its event, write: event("a.tap")"#)
    #expect(app.failure("print(a.n)") == #"prompt:1: a has no action "n". The state has it: state.a.n"#)
  }

  @Test("an action without a type, or with fields that are not a table, is refused")
  func noAction() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(
      app.failure("dispatch{ by = 2 }")
        == "prompt:1: an action is a table with a type: { type = \"…\" }; this one has none")
    #expect(
      app.failure("dispatch(counter, { type = 'inc' })") == """
        prompt:1: send takes one action, called with a dot and not a colon: send { type = "…" }, got 2 arguments
        """)
    #expect(
      app.failure("dispatch{ type = 7 }")
        == "prompt:1: an action is a table with a type: { type = \"…\" }; this type is a number")
    #expect(
      app.failure("dispatch('counter/inc')")
        == "prompt:1: an action is a table with a type: { type = \"counter/inc\" }, got string")
    #expect(app.failure("dispatch()").hasSuffix("{ type = \"…\" }, got no value"))
    #expect(
      app.failure("counter.inc(2)")
        == "prompt:1: counter.inc takes a table of fields: counter.inc{ name = value }, got number")
    #expect(
      app.failure("counter.inc{ by = print }")
        == "prompt:1: by is a function; state, actions and results are plain data")
  }

  @Test("a table that a reducer returns replaces its slice")
  func redux() throws {
    let app = try TestHost(["cart": Source.cart])
    try app.run("cart.add{ sku = 'A1', qty = 2 }")
    try app.run("cart.clear()")
    #expect(try app.state("cart") == ["items": [], "total": 0])
    _ = try app.host.undo()
    #expect(try app.state("cart") == ["items": [["qty": 2, "sku": "A1"]], "total": 2])
  }

  @Test("a reducer that returns something other than a table is refused")
  func returnsNumber() throws {
    let app = try TestHost(["a": Source.feature("name = 'a', reduce = { go = function() return 1 end }")])
    #expect(
      app.failure("a.go()") == """
        a.lua:3: a/go: a reducer returns nothing, or the table that replaces its state; this one returned a number
          The action was refused and the state is unchanged.
        """)
  }

  @Test("a reducer that changes the state and returns a table is refused, because the table would replace the changes")
  func changesAndReturns() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
        name = 'a', state = { items = udf.list { { title = 'x' } }, last = 0 }, actions = { drop = {}, clear = {}, bump = {} },
        reduce = {
          drop = function(state) return table.remove(state.items, 1) end,
          clear = function() return { items = udf.list {}, last = 0 } end,
          bump = function(state) state.last = state.last + 1; return state end,
        }
        """)
    ])
    #expect(
      app.failure("a.drop()") == """
        a.lua:5: a/drop: a reducer changes its state or returns the table that replaces it, and this one did both. To fix this, \
        return nothing after a change
          The action was refused and the state is unchanged.
        """)
    try app.run("a.bump()")
    #expect(try app.state("a") == ["items": [["title": "x"]], "last": 1])
    try app.run("a.clear()")
    #expect(try app.state("a") == ["items": [], "last": 0])
  }

  @Test("later writes to an action table that a script keeps change neither state nor history")
  func keptAction() throws {
    let app = try TestHost([
      "cart": Source.feature(
        """
          name = "cart",
          state = { items = udf.list {} },
          reduce = { add = function(state, action) table.insert(state.items, action.item) end },
        """)
    ])
    try app.run(
      """
      kept = { type = "cart/add", item = { sku = "A1", sizes = { 1, 2 } } }
      dispatch(kept)
      kept.item.sku = "changed"
      kept.item.sizes[1] = 99
      kept.more = true
      """)
    let item: Value = ["sizes": [1, 2], "sku": "A1"]
    #expect(try app.state("cart.items[1]") == item)
    #expect(app.host.history.map(\.fields) == [["item": item]])
    #expect(app.host.history[0].changes == [Change(.insert, try Path("cart.items[1]"), new: item)])
  }

  @Test("a part of the state in an action is copied")
  func stateInAction() throws {
    let app = try TestHost([
      "cart": Source.feature(
        """
          name = "cart",
          state = { items = { { n = 1 } }, chosen = {} },
          reduce = {
            choose = function(state, action) state.chosen = action.item end,
            bump = function(state) state.items[1].n = 2 end,
          },
        """)
    ])
    try app.run("cart.choose{ item = state.cart.items[1] }")
    try app.run("cart.bump()")
    #expect(try app.state("cart") == ["chosen": ["n": 1], "items": [["n": 2]]])
  }

  @Test("the state cannot be written outside a reducer")
  func readOnly() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(
      app.failure("state.counter.count = 5")
        == "prompt:1: counter.count is read-only here: only the reducers of 'counter' may write it")
    #expect(try app.state("counter.count") == 0)
  }
}
