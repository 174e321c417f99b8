import Testing
import UDFHost
import UDFTooling

@testable import UDFCommands

@Suite("The reducers and effects of an action")
struct AnswerFormatterTests {
  @Test("are listed with their places: in Lua, in Swift, in another feature, in a use case")
  func places() {
    let action = ActionInfo(
      name: "enter", fullName: "login/enter", fields: [.init(name: "name", type: "string")], declared: true)
    let answers = [
      ActionAnswer(.event, feature: "login", name: "submit"),
      ActionAnswer(.reducer, feature: "login", file: "login.lua", line: 3),
      ActionAnswer(.reducer, feature: "stock"),
      ActionAnswer(.effect, feature: "login"),
    ]
    #expect(
      AnswerFormatter().text(action, answers) == """
        login.enter{name = string}
          event    login.submit
          reducer  login.lua:3
          reducer  of stock, in Swift
          effect   a use case
        """)
  }
}
