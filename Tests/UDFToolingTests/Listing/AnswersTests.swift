import HostTesting
import Testing
import UDFHost
import UDFTooling

@Suite("The handlers of an action")
struct AnswersTests {
  @Test("are events, reducers in their order, and effects, with their lines")
  func answers() throws {
    let cart = Source.feature(
      """
        name = "cart", state = {}, events = { tap = "add", other = false },
        reduce = { add = function() end },
        effects = { add = function() end },
        emits = { add = "added" },
      """)
    let badge = Source.feature(#"  name = "badge", state = {}, reduce = { ["cart/add"] = function() end },"#)
    let app = try TestHost(["cart": cart, "badge": badge])
    #expect(
      app.host.answers(to: "cart/add") == [
        ActionAnswer(.event, feature: "cart", name: "tap"),
        ActionAnswer(.reducer, feature: "cart", file: "cart.lua", line: 4),
        ActionAnswer(.reducer, feature: "badge", file: "badge.lua", line: 3),
        ActionAnswer(.effect, feature: "cart", file: "cart.lua", line: 5),
        ActionAnswer(.emits, feature: "cart", name: "added"),
      ])
    #expect(app.host.answers(to: "cart/remove") == [])
    #expect(app.host.actionTypes == ["cart/add"])
  }

  @Test("have no place for an effect that is a bound use case")
  func usecase() throws {
    let login = Source.feature(
      """
        name = "login", state = {}, reduce = { enter = function() end, entered = function() end },
        effects = { enter = udf.usecase { outputs = { "done" }, run = function() end }:bind { done = "entered" } },
      """)
    let app = try TestHost(["login": login])
    #expect(
      app.host.answers(to: "login/enter") == [
        ActionAnswer(.reducer, feature: "login", file: "login.lua", line: 3), ActionAnswer(.effect, feature: "login"),
      ])
  }
}
