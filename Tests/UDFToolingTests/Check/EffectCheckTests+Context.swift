import Testing

@testable import UDFTooling

// What an effect does with its cx: services, state, functions.
extension EffectCheckTests {
  @Test("a write into the state, which effects only read, also through a variable, a helper or table.insert")
  func writes() throws {
    let checked = try Checked([
      "cart": cart(
        """
            cx.state.total = 1
            local state = cx.state
            state.items[1].name = "x"
            table.insert(cx.state.items, action.key)
            table.insert(action.items, cx.state.total)
            local copy = { total = cx.state.total }
            copy.total = 2
        """ + fine
      ).replacing("local udf", with: "local function total(cx) cx.state.total = 1 end local udf")
        .replacing("copy.total = 2", with: "total(cx) ")
    ])
    #expect(
      checked.heads == [
        "cart.lua:1:26: cx.state is read-only here: only reducers write the state",
        "cart.lua:7:5: cx.state is read-only here: only reducers write the state",
        "cart.lua:9:5: cx.state is read-only here: only reducers write the state",
        "cart.lua:10:18: cx.state is read-only here: only reducers write the state",
      ])
  }

  @Test("arguments that a function of cx refuses")
  func ownFunctions() throws {
    let checked = try Checked([
      "cart": cart(
        """
            cx.sleep("soon") cx.sleep(action.key) cx.sleep("1.5")
            cx.log("warn", "x") cx.log(action.key, "x")
            cx.all("x") cx.race(function() end) cx.all(action.items)
            cx:send { type = "loaded" } cx.services.json:encode(1) action.key:lower()
        """ + fine)
    ])
    #expect(
      checked.heads == [
        "cart.lua:7:14: cx.sleep takes seconds, got string \"soon\"",
        "cart.lua:8:12: log takes a level first, one of trace, debug, info, notice, warning, error, critical; "
          + "got \"warn\". Did you mean \"warning\"?",
        "cart.lua:9:12: cx.all takes a list of functions, got string",
        "cart.lua:9:25: cx.race takes a list of functions, got function",
        "cart.lua:10:5: cx.send is called with a dot and not a colon: cx.send(…)",
        "cart.lua:10:33: json.encode is called with a dot and not a colon: json.encode(…)",
        "cart.lua:10:45: the service \"json\" is not listed by the feature cart",
      ])
  }

  @Test("services that are not listed or do not exist, and methods and arguments that they do not have")
  func services() throws {
    let checked = try Checked([
      "cart": cart(
        """
            \(fine)
            local json = cx.services.json
            json.decode(1)
            json.decode("{}", true, 3)
            json.decode()
            json.deocde("{}")
            pcall(cx.services.json.decode, true)
            json.decode { txet = "{}" }
            json.decode { text = "{}" }
            json.decode(action.text)
            json.decode(table.unpack(action.texts))
            cx.services.random.integer(1, 6)
            local all = cx.services
            all.jsno.decode("{}")
        """, uses: "\"json\"")
    ])
    #expect(
      checked.texts.first == """
        cart.lua:9:5: json.decode: text must be a string, got number 1
          Signature: json.decode(text: string, nulls: boolean?) → any
           8 |     local json = cx.services.json
           9 |     json.decode(1)
             |     ^
        """)
    #expect(
      checked.heads == [
        "cart.lua:9:5: json.decode: text must be a string, got number 1",
        "cart.lua:10:5: json.decode: it takes 2 arguments, got 3",
        "cart.lua:11:5: json.decode: text is missing; it must be a string",
        "cart.lua:12:10: the service json has no method \"deocde\". Did you mean \"decode\"?",
        "cart.lua:13:11: json.decode: text must be a string, got boolean true",
        "cart.lua:14:5: json.decode: unknown argument txet. Did you mean \"text\"?",
        "cart.lua:18:17: the service \"random\" is not listed by the feature cart",
        "cart.lua:20:9: there is no service \"jsno\". Did you mean \"json\"?",
      ])
  }

  @Test("a service in Lua accepts any arguments, and a service that is listed and not used is a warning")
  func ownServices() throws {
    let checked = try Checked([
      "app": """
      local udf = require "udf"
      return udf.app {
        name = "one", features = { require "cart" }, services = { json = { decode = function() end }, shelf = { fill = print } },
      }
      """,
      "cart": cart(fine + " cx.services.json.decode(1, 2, 3)", uses: "\"json\", \"shelf\""),
    ])
    #expect(
      checked.texts == [
        """
        cart.lua:3:35: warning: cart: the service "shelf" is listed in uses, and no effect calls it
          To fix this, remove it, so that the feature cannot reach the service.
           2 | return udf.feature {
           3 |   name = "cart", uses = { "json", "shelf" }, events = { tap = "load" },
             |                                   ^
        """
      ])
    #expect(checked.report.errors == 0)
    #expect(checked.report.warnings == 1)
  }
}
