import Testing
import UDFHost
import UDFTooling

@testable import UDFConsole

@Suite("What is told of an action")
struct AnswerFormatterTests {
  @Test("each reducer and effect with its place: Lua, Swift, another feature, a use case")
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
