import Testing

/// The one scenario in a browser that runs daily.
@Suite(
  "A purchase in the inspector", .serialized, .enabled(if: Browser.isInstalled, "\(Browser.isNotInstalled)"))
struct PurchaseTests {
  @Test("buys something on the screen and shows each action with its cause")
  func buys() throws {
    let page = try InspectorPage(of: InspectedApp(example: "shop"))
    try page.fillCart()
    try page.press("checkout", in: "screen-view")
    try page.waitForText("Who are you?", in: "screen-view")
    try page.browser.type("ada", into: ".page input")
    try page.waitForText("log in", in: "screen-view")
    #expect(try page.action("session/write")[1] == "event")
    try page.press("log in", in: "screen-view")
    try page.waitForText("to pay", in: "screen-view")
    try page.press("order", in: "screen-view")
    try page.waitForText("Your order has the number 1", in: "screen-view")

    let login = try page.action("session/logIn")
    let loggedIn = try page.action("session/loggedIn")
    #expect(loggedIn[1] == "effect" && loggedIn[3] == "← \(login[0])")
    let resumed = try page.action("nav/resume")
    #expect(resumed[3] == "← \(loggedIn[0])")

    try page.choose(loggedIn[0])
    try page.open("action")
    try page.waitForText("sent from", in: "action-view")
    let text = try page.text(of: "action-view")
    #expect(text.contains("features/session.lua:40"))
    #expect(text.contains("session.user"))
    #expect(text.contains("nav/resume"))
    #expect(try page.complaints == [])
  }
}
