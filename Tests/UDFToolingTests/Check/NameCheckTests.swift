import HostTesting
import Testing

@testable import UDFTooling

@Suite("Checking the names that functions read")
struct NameCheckTests {
  /// A feature whose reducer of `cart/add` has this body; its first line is line 7 of the file.
  private static func cart(_ body: String, more: String = "") -> String {
    """
    local udf = require "udf"
    return udf.feature {
      name = "cart", state = { total = 0, items = udf.list {}, isLoading = false },
      actions = { add = { qty = "integer", price = "number?", item = { sku = "string" } }, clear = {} },
      reduce = {
        clear = function() end, add = function(state, action)
    \(body)
        end,
      },\(more)
    }
    """
  }

  @Test("a field that the action does not declare, because it is always nil")
  func fields() throws {
    let checked = try Checked([
      "cart": Self.cart(
        """
        state.total = action.quantity
        local sent, item = action, action.item
        if sent.prize then state.total = action["qty"] + #sent.type end
        state.sku = item.skv or action.item.sku
        """)
    ])
    #expect(
      checked.texts.first == """
        cart.lua:7:22: cart/add has no field "quantity", so this is nil. Known names: item, price, qty.
          To fix this, read a field that its feature declares in actions, or declare this one there.
           6 |     clear = function() end, add = function(state, action)
           7 | state.total = action.quantity
             |                      ^
        """)
    #expect(
      checked.heads.dropFirst() == [
        "cart.lua:9:9: cart/add has no field \"prize\", so this is nil. Did you mean \"price\"?",
        "cart.lua:10:18: cart/add has no field \"item.skv\", so this is nil. Did you mean \"sku\"?",
      ])
  }

  @Test("fields in a helper, an effect, an event for a flow and another feature's reducer")
  func elsewhere() throws {
    let checked = try Checked([
      "cart": Self.cart(
        "state.total = require(\"sums\").of(action)",
        more: """

              effects = { add = function(cx, action) cx.log("info", action.name) end },
              emits = { add = function(action) return action.how and "added" or nil end },
          """),
      "shelf": Source.feature(
        """
          name = "shelf", state = { left = 9 },
          reduce = { ["cart/add"] = function(state, action) state.left = state.left - action.qt end },
        """),
      "sums": "return { of = function(action) return action.qty * action.prise end }",
      "app": Source.app(["cart", "shelf"]),
    ])
    #expect(
      checked.heads == [
        "cart.lua:10:66: cart/add has no field \"name\", so this is nil. Known names: item, price, qty.",
        "cart.lua:11:52: cart/add has no field \"how\", so this is nil. Known names: item, price, qty.",
        "shelf.lua:4:86: cart/add has no field \"qt\", so this is nil. Did you mean \"qty\"?",
        "sums.lua:1:59: cart/add has no field \"prise\", so this is nil. Did you mean \"price\"?",
      ])
  }

  @Test("a key of the state that is similar to one of the initial state, and is never read")
  func state() throws {
    let checked = try Checked([
      "cart": Self.cart(
        """
        state.totl, state.isLoadnig = (state.totl or 0) + 1, true
        state.last, state.item, state.error = 1, 2, 3
        """,
        more: "\n  view = function(state) return { item = state.item } end,")
    ])
    #expect(
      checked.texts.first == """
        cart.lua:7:7: warning: the initial state of cart has no "totl". Did you mean "total"?
          It is written here, and nothing else reads it.
           6 |     clear = function() end, add = function(state, action)
           7 | state.totl, state.isLoadnig = (state.totl or 0) + 1, true
             |       ^
        """)
    #expect(
      checked.heads.dropFirst() == [
        "cart.lua:7:19: warning: the initial state of cart has no \"isLoadnig\". Did you mean \"isLoading\"?"
      ])
  }

  @Test(
    "a key that a reducer, an effect, a view or another feature reads, that resembles one of the state and is never written"
  )
  func misreadState() throws {
    let checked = try Checked([
      "cart": Self.cart(
        "if state.totl > 0 then state.last = state.lst end",
        more: """

            effects = { add = function(cx) return cx.state.totals or cx.state.error end },
            view = function(state) return { last = state.last, total = state.tootal, place = state.place } end,
          """),
      "shelf": Source.feature(
        """
          name = "shelf", state = { left = 9 }, reads = { "cart" },
          view = function(state, computed, others) return { left = state.lft, total = others.cart.otal } end,
        """),
      "app": Source.app(["cart", "shelf"]),
    ])
    #expect(
      checked.texts.first == """
        cart.lua:7:10: warning: the initial state of cart has no "totl". Did you mean "total"?
          It is read here, and nothing writes it.
           6 |     clear = function() end, add = function(state, action)
           7 | if state.totl > 0 then state.last = state.lst end
             |          ^
        """)
    #expect(
      checked.heads.dropFirst() == [
        "cart.lua:10:50: warning: the initial state of cart has no \"totals\". Did you mean \"total\"?",
        "cart.lua:11:68: warning: the initial state of cart has no \"tootal\". Did you mean \"total\"?",
        "shelf.lua:4:66: warning: the initial state of shelf has no \"lft\". Did you mean \"left\"?",
        "shelf.lua:4:91: warning: the initial state of cart has no \"otal\". Did you mean \"total\"?",
      ])
  }

  @Test(
    "no key that is read, if the state may have unknown keys",
    arguments: [
      ("state.user = action.user", "state.user.nme"),
      ("for key, value in pairs(action) do state[key] = value end", "state.totl"),
      ("return action.whole", "state.totl"), ("state.user = action.user", "state.itmes or state.user.nmae"),
    ])
  func openState(_ body: String, _ read: String) throws {
    let heads = try Checked([
      "cart": """
      local udf = require "udf"
      return udf.feature {
        name = "cart", state = { total = 0, items = {}, user = { name = "" } },
        reduce = { add = function(state, action) \(body) end },
        effects = { add = function(cx) local state = cx.state return \(read) end },
        view = function(state) return { shown = \(read) } end,
      }
      """
    ]).heads
    #expect(heads.count == (read.contains("itmes") ? 2 : 0), "\(heads)")
  }

  @Test("a key that a field of another table with its name reads is read")
  func readIntoField() throws {
    let checked = try Checked([
      "cart": Self.cart(
        "state.totl = 1",
        more: "\n  view = function(state) local shown = {} shown.totl = state.totl return shown end,")
    ])
    #expect(checked.texts == [])
  }

  @Test("the keys of tables in the state, unless they are computed at run time")
  func deepState() throws {
    func heads(_ body: String) throws -> [String] {
      try Checked([
        "cart": """
        local udf = require "udf"
        return udf.feature {
          name = "cart", events = { tap = "add" },
          state = { filter = { least = 0, place = { city = "", street = "" } }, byKey = {}, items = udf.list {} },
          reduce = { add = function(state, action) \(body) end },
          view = function(state) return { state.filter.least, state.filter.place.city, state.filter.place.street } end,
        }
        """
      ]).heads
    }
    #expect(
      try heads("state.filter.laest, state.filter.place.cty = 1, ''") == [
        "cart.lua:5:57: warning: the initial state of cart has no \"filter.laest\". Did you mean \"least\"?",
        "cart.lua:5:83: warning: the initial state of cart has no \"filter.place.cty\". Did you mean \"city\"?",
      ])
    #expect(try heads("state.byKey.laest = 1") == [])
    #expect(try heads("state.filter[action.key] = 1; state.filter.laest = 1") == [])
  }

  @Test("names in computed values, other features and cx that views and effects read")
  func derived() throws {
    let checked = try Checked([
      "cart": Self.cart(
        "",
        more: """

              reads = { "shelf" },
              computed = { count = { "items", function(items) return #items end } },
              view = function(_, computed, others) return { computed.cout, others.shelve.left, others.cart } end,
              effects = { clear = function(cx)
                local all = cx.others
                cx.cancel("claer")
                cx.cancel(all.shelf.left > 0 and "clear" or "#3")
                cx.sned { type = "clear", count = cx.computed.contu }
              end },
          """),
      "shelf": Source.feature("  name = \"shelf\", state = { left = 9 },"),
      "app": Source.app(["cart", "shelf"]),
    ])
    #expect(
      checked.texts == [
        """
        cart.lua:12:60: cart has no computed value "cout". Did you mean "count"?
          To fix this, read one that it declares in computed.
           11 |     computed = { count = { "items", function(items) return #items end } },
           12 |     view = function(_, computed, others) return { computed.cout, others.shelve.left, others.cart } …
              |                                                            ^
        """,
        """
        cart.lua:12:73: there is no feature "shelve". Did you mean "shelf"?
          To fix this, read one that cart lists in reads.
           11 |     computed = { count = { "items", function(items) return #items end } },
           12 |     view = function(_, computed, others) return { computed.cout, others.shelve.left, others.cart } …
              |                                                                         ^
        """,
        """
        cart.lua:12:93: the feature "cart" is not listed by cart
          To fix this, add it: reads = { "shelf", "cart" }
           11 | …computed = { count = { "items", function(items) return #items end } },
           12 | …view = function(_, computed, others) return { computed.cout, others.shelve.left, others.cart } end,
              |                                                                                          ^
        """,
        """
        cart.lua:15:17: cart has no effect "claer" to cancel. Did you mean "clear"?
          To fix this, name the action that starts the effect, or give its policy an id.
           14 |       local all = cx.others
           15 |       cx.cancel("claer")
              |                 ^
        """,
        """
        cart.lua:17:10: cx has no "sned". Did you mean "send"?
          To fix this, read what it has: all, cancel, computed, generation, id, log, others, progress, race, send, services, \
        sleep, spawn, state, wipe.
           16 |       cx.cancel(all.shelf.left > 0 and "clear" or "#3")
           17 |       cx.sned { type = "clear", count = cx.computed.contu }
              |          ^
        """,
        """
        cart.lua:17:53: cart has no computed value "contu". Known names: count.
          To fix this, read one that it declares in computed.
           16 |       cx.cancel(all.shelf.left > 0 and "clear" or "#3")
           17 |       cx.sned { type = "clear", count = cx.computed.contu }
              |                                                     ^
        """,
      ])
  }

  @Test("names in the model and render of scenes, and in the argument of services")
  func scenes() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "one", features = { require "cart" },
        services = { orders = function(core) return { list = function() return core.htpp.get("/") end } end,
          tax = function(core) return { list = function() return core.http.gett("/") end } end },
        scenes = {
          udf.scene {
            name = "main", model = { "cart.total", "view.cart" }, renders = { "badge" },
            view = function(model, _, render)
              return { model.cart.totl, model.view.cart.n, model.shelf, render.bagde {} }
            end,
          },
          udf.scene { name = "badge", view = function() return {} end },
        },
      }
      """,
      "cart": Self.cart("", more: "\n  view = function(state) return { n = state.total } end,"),
    ])
    #expect(
      checked.texts.first == """
        app.lua:4:79: there is no service "htpp". Did you mean "http"?
          To fix this, name one of the host or of this app.
           3 | …ame = "one", features = { require "cart" },
           4 | …ervices = { orders = function(core) return { list = function() return core.htpp.get("/") end } end,
             |                                                                             ^
        """)
    #expect(
      checked.texts[1] == """
        app.lua:5:70: the service http has no method "gett". Did you mean "get"?
          To fix this, call one that it has: delete, get, patch, post, put, request.
           4 |   services = { orders = function(core) return { list = function() return core.htpp.get("/") end } e…
           5 |     tax = function(core) return { list = function() return core.http.gett("/") end } end },
             |                                                                      ^
        """)
    #expect(
      checked.texts[2] == """
        app.lua:10:29: the scene main does not list "cart.totl". Did you mean "total"?
          To fix this, read what it lists, or add it: model = { "cart.totl" }
            9 |       view = function(model, _, render)
           10 |         return { model.cart.totl, model.view.cart.n, model.shelf, render.bagde {} }
              |                             ^
        """)
    #expect(
      checked.heads.dropFirst(3) == [
        "app.lua:10:60: the scene main does not list \"shelf\". Known names: cart, view.",
        "app.lua:10:74: the scene main does not render \"bagde\". Did you mean \"badge\"?",
      ])
  }

  @Test("nothing is reported for unusual code that is correct")
  func odd() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      local help = require "help"
      local escaped = function(state, action) return action.nothing and state end
      local list = { escaped }
      local function set(state, action) state.value = action.a or action.b end
      local function title(x) return x.title or x.a end
      local function logged(body)
        return function(state, action) return body(state, setmetatable({ stamp = 1 }, { __index = action })) end
      end
      local feature = udf.feature {
        name = "odd", reads = { "other" }, state = { count = 0, items = udf.list {}, latest = 0 },
        actions = {
          dynamic = { value = "any?" }, completed = {}, extended = {}, a = { a = "any" }, b = { b = "any" },
          titled = { a = "any" }, wrapped = {}, escaped = {}, replaced = { a = "any?" }, walked = {}, load = {},
          deep = { deep = { inner = "boolean" } }, stop = { what = "string" }, tick = {},
        },
        reduce = {
          dynamic = function(state, action)
            for _, key in ipairs { "one", "two" } do state[key] = action[key] or action.value end
          end,
          completed = function(state, action) state.late = help.completed(action).extra + action.extra end,
          extended = function(state, action)
            action.more = 1
            state.isReady = action.more
            help.each(action, function(inner) state.any = inner.whatever end)
          end,
          a = set, b = set,
          titled = function(state, action) state.title = title(action) .. title { title = "x", missing = 1 } end,
          wrapped = logged(function(state, action) state.stamp = action.stamp end),
          escaped = escaped,
          replaced = function(state, action)
            action = { a = action.a, other = 1 }
            state.other = action.other
            list[1](state, action)
          end,
          deep = function(state, action)
            local pick = action
            if pick.deep and pick.deep.inner then pick = pick.deep end
            state.found = pick.inner
          end,
          walked = function(state, action)
            for _, each in ipairs { action } do state.anything = each.anything end
            rawset(action, "late", 1)
            state.latst = action.late
            print(state["lat" .. "st"], state.latst)
          end,
        },
        effects = {
          load = function(cx)
            local me, name = cx, "count"
            local computed, all = me.computed, me.others
            cx.send { type = "a", a = computed[name] + computed.count + all.other.x }
            cx.cancel("lo" .. "ad")
            cx.cancel(cx.id)
          end,
          tick = udf.latest(function(cx) cx.sleep(1) end, { id = function(action) return action.type end }),
          stop = function(cx, action) cx.cancel(action.what) cx.cancel("whatever has this id") end,
        },
        computed = { count = { "items", function(items) return #items end } },
        view = function(_, computed, others)
          local function row(each) return each.count end
          return { count = row(computed), again = row { count = 1, none = 2 }, found = others.other.anything }
        end,
      }
      local function make(name, fields)
        return udf.feature {
          name = name, actions = { go = fields },
          reduce = { go = function(state, action) state.v = action.x or action.y end },
        }
      end
      local item = udf.feature {
        name = "one", state = { n = 0 }, actions = { up = {} },
        reduce = { up = function(state, action) state.n = action.id end },
      }
      return udf.app {
        name = "odd",
        features = {
          feature, make("left", { x = "any" }), make("right", { y = "any" }),
          udf.feature { name = "other", state = { x = 1 }, reduce = { any = function(_, a) print(a.whatever) end } },
          udf.keyed { name = "many", key = "id", feature = item },
        },
        services = {
          calm = function(core)
            local http = core.http
            return { get = function() core.sleep(0.1) return http.get end }
          end,
        },
        scenes = {
          udf.scene {
            name = "main", model = { "odd.items", "view.odd" },
            view = function(model, params)
              local views, key = model.view, "items"
              return { n = views.odd.count, m = #model.odd[key], p = params.q }
            end,
          },
        },
      }
      """,
      "help": """
      return {
        completed = function(action)
          action.extra = action.extra or 5
          return action
        end,
        each = function(value, body) for key in pairs(value) do body { whatever = key } end end,
      }
      """,
    ])
    #expect(checked.texts == [])
  }

  @Test("one function for features with different fields may read the fields of either")
  func shared() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      local function go(state, action) state.v = action.x or action.y or action.z end
      local function make(name, fields)
        return udf.feature { name = name, actions = { go = fields }, reduce = { go = go } }
      end
      return udf.app { name = "two", features = { make("left", { x = "any" }), make("right", { y = "any" }) } }
      """
    ])
    #expect(checked.heads == ["app.lua:2:75: left/go has no field \"z\", so this is nil. Known names: x, y."])
  }
}
