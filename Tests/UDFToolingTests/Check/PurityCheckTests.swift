import Testing

@testable import UDFTooling

@Suite("Checking writes")
struct PurityCheckTests {
  private let advice = "  It is not undone and not replayed, and the next reload discards it."

  @Test("a reducer, and a helper of a view, that ask for the time or a random number")
  func impure() throws {
    let checked = try Checked([
      "cart": """
      local udf = require "udf"
      local random = math.random
      local function age(time) return os.time() - time end
      return udf.feature {
        name = "cart", state = { at = 0 }, events = { tap = "add" },
        reduce = { add = function(state) state.at = random(6) end },
        effects = { add = function(cx) cx.log("info", os.date()) end },
        view = function(state)
          return { age = age(state.at), day = os.date("!%F", state.at), hour = os.date("%H", state.at) }
        end,
      }
      """
    ])
    #expect(
      checked.texts.first == """
        cart.lua:3:33: warning: the view of cart calls os.time, whose result differs from run to run
          It raises an error there.
          To fix this, call it in an effect, and send the result with an action.
           2 | local random = math.random
           3 | local function age(time) return os.time() - time end
             |                                 ^
        """)
    #expect(
      checked.heads == [
        "cart.lua:3:33: warning: the view of cart calls os.time, whose result differs from run to run",
        "cart.lua:6:47: the reducer cart/add calls math.random, whose result differs from run to run",
        "cart.lua:9:74: the view of cart calls os.date, whose result differs from run to run",
      ])
    #expect(Set(checked.report.findings.map(\.error.code)) == ["pure"])
  }

  @Test("conflict and migrate of synchronized rows that are not pure, and a service that auth calls")
  func synchronized() throws {
    let checked = try Checked([
      "notes": """
      local udf = require "udf"
      local count = 0
      return udf.sync {
        name = "notes", key = "id", remote = "http://127.0.0.1/notes", schema = 2,
        conflict = function(base, mine, theirs) count = count + 1 return theirs end,
        migrate = function(row, from) row.n = math.random(5) return row end,
        auth = function(cx) return { Authorization = cx.services.kv.get("token") } end,
      }
      """
    ])
    #expect(
      checked.heads == [
        "notes.lua:5:43: conflict of notes writes the variable count, which is declared outside of it, in line 2",
        "notes.lua:6:41: migrate of notes calls math.random, whose result differs from run to run",
        #"notes.lua:7:60: the service "kv" is not listed by the feature notes"#,
      ])
  }

  @Test("a reducer that writes a variable of its file")
  func reducer() throws {
    let checked = try Checked([
      "cart": """
      local udf = require "udf"
      local count = 0
      return udf.feature {
        name = "cart", events = { tap = "add" },
        reduce = {
          add = function(state)
            count = count + 1
            state.count = count
          end,
        },
      }
      """
    ])
    #expect(
      checked.texts == [
        """
        cart.lua:7:7: the reducer cart/add writes the variable count, which is declared outside of it, in line 2
        \(advice)
          To fix this, keep it in the state, or declare it where it is written: local count = …
           6 |     add = function(state)
           7 |       count = count + 1
             |       ^
        """
      ])
    #expect(checked.report.findings.map(\.error.code) == ["upvalue"])
  }

  @Test("a reducer that writes into a table of the library; a file may add to one while it loads")
  func library() throws {
    let checked = try Checked([
      "cart": """
      local udf = require "udf"
      function string.trim(text) return text:match "^%s*(.-)%s*$" end
      return udf.feature {
        name = "cart", events = { tap = "add" },
        reduce = {
          add = function(state)
            string.count = (string.count or 0) + 1
            state.count = string.count
          end,
        },
      }
      """
    ])
    #expect(
      checked.texts == [
        """
        cart.lua:7:7: the reducer cart/add writes into string, a variable of the whole file
        \(advice)
          To fix this, keep it in the state
           6 |     add = function(state)
           7 |       string.count = (string.count or 0) + 1
             |       ^
        """
      ])
  }

  @Test("all pure functions: views, events, computed values, guards, screens, and functions that they call")
  func all() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "one", features = { require "cart" }, scenes = { require "scene" }, flow = require "flow",
      }
      """,
      "cart": """
      local udf = require "udf"
      local lib = require "lib.tools"
      local seen, last = {}, nil
      local function remember(item) seen[item.id] = true end
      local function note(item) last = item end
      return udf.feature {
        name = "cart",
        state = { items = udf.list {} },
        events = { tap = function(event) last = event return { type = "add" } end },
        reduce = {
          add = lib.add,
          clear = function(state) remember(state) state.items = udf.list {} end,
        },
        effects = { add = function(cx) last = cx.id cx.send { type = "clear" } end },
        computed = { count = { "items", function(items) table.insert(seen, items) return #items end } },
        emits = { add = function() last = 1 return "added" end },
        view = function(state) return { rows = udf.each(state.items, note) } end,
      }
      """,
      "lib/tools": """
      local tools = {}
      function tools.add(state) tools.calls = (tools.calls or 0) + 1 state.added = true end
      return tools
      """,
      "scene": """
      local udf = require "udf"
      local drawn = 0
      return udf.scene {
        name = "main",
        view = function() drawn = 1 return {} end,
        events = { tap = function() drawn = 2 return "cart.tap" end },
        screen = udf.screen(function(_, ui) drawn = 3 return { ui.title "x" } end),
      }
      """,
      "flow": """
      local udf = require "udf"
      local asked
      return udf.flow {
        start = "main",
        routes = {
          main = { scene = "main" },
          closed = { scene = "main", link = "/closed", guard = function() asked = true return "main" end },
        },
      }
      """,
    ])
    #expect(
      checked.heads == [
        "cart.lua:4:31: the reducer cart/clear writes into seen, which is declared outside of it, in line 3",
        "cart.lua:5:27: the view of cart writes the variable last, which is declared outside of it, in line 3",
        "cart.lua:9:36: the event cart.tap writes the variable last, which is declared outside of it, in line 3",
        "cart.lua:15:64: the computed value cart.count writes into seen, which is declared outside of it, in line 3",
        "cart.lua:16:30: emits.add of cart writes the variable last, which is declared outside of it, in line 3",
        "flow.lua:7:69: the guard of closed writes the variable asked, which is declared outside of it, in line 2",
        "lib/tools.lua:2:27: the reducer cart/add writes into tools, which is declared outside of it, in line 1",
        "scene.lua:5:21: the view of main writes the variable drawn, which is declared outside of it, in line 2",
        "scene.lua:6:31: the event main.tap writes the variable drawn, which is declared outside of it, in line 2",
        "scene.lua:7:39: the screen of main writes the variable drawn, which is declared outside of it, in line 2",
      ])
  }

  @Test("a function may write the values that it makes itself, also from inner functions")
  func own() throws {
    let checked = try Checked([
      "cart": """
      local udf = require "udf"
      local function counter()
        local n = 0
        return function() n = n + 1 return n end
      end
      local function each(list, body) for _, item in ipairs(list) do body(item) end end
      return udf.feature {
        name = "cart", state = { items = udf.list {} }, events = { tap = "add" },
        reduce = {
          add = function(state)
            local next, sum, rows = counter(), 0, {}
            each(state.items, function(item) sum = sum + item.qty rows[#rows + 1] = item table.insert(rows, item) end)
            for i = 1, 3 do i = i + 1 next() end
            local function add(item) sum = sum + item.qty end
            each(rows, add)
            state.sum = sum
          end,
        },
      }
      """
    ])
    #expect(checked.texts == [])
  }

  @Test("globals: a missing one, and a written one")
  func globals() throws {
    let checked = try Checked([
      "cart": """
      local udf = require "udf"
      local items = udf.list {}
      return udf.feature {
        name = "cart", state = { items = items }, events = { tap = "add" },
        reduce = {
          add = function(state)
            total = (total or 0) + 1
            state.items = itmes
            state.file = io.open("x")
          end,
        },
      }
      """
    ])
    #expect(
      checked.texts == [
        """
        cart.lua:7:7: the global total is written: files share only what they return
          To fix this, write: local total = …
           6 |     add = function(state)
           7 |       total = (total or 0) + 1
             |       ^
        """,
        """
        cart.lua:8:21: there is no global itmes, so this is nil. Did you mean "items"?
           7 |       total = (total or 0) + 1
           8 |       state.items = itmes
             |                     ^
        """,
        """
        cart.lua:9:20: io.open is not available to scripts: files are read and written by services.files, in an effect
           8 |       state.items = itmes
           9 |       state.file = io.open("x")
             |                    ^
        """,
      ])
  }
}
