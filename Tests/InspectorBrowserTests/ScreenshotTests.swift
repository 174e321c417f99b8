import Foundation
import Testing

/// The pictures of the documentation: each view light and dark, 1280 and 360 px wide. With UDF_SCREENSHOTS=FOLDER they are saved
/// there.
@Suite("Pictures of the inspector", .serialized, .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct ScreenshotTests {
  @Test("each view of the shop")
  func pictures() throws {
    let app = try InspectedApp(example: "shop")
    let page = try InspectorPage(of: app, height: 460)
    try page.prompt(":prof on")
    for line in ["catalog.search{ query = 'mo' }", ":tap 1", ":tap 1", ":tap 2", ":tap 2", ":type name ada", ":tap 1"] {
      try page.prompt(line)
    }
    let login = try page.action("session/loggedIn")
    try page.action("orders/begin")
    try page.prompt(":undo")
    try page.prompt(":redo")
    try page.press("Output", in: "prompt-line")
    try page.choose(login[0])
    try page.waitForText("sent from", in: "action-view")
    try save("action", page, height: 460)
    try page.press("Output", in: "prompt-line")
    try page.open("state")
    try page.browser.run("document.querySelector('state-view value-tree').choose(['cart', 'items'])")
    try page.waitForText("written by", in: ".place")
    try page.browser.run(
      "document.querySelector('state-view').prepare('cart/add', { sku: 'A1', title: 'Mug', price: 3 })")
    try save("state", page, height: 460)
    try page.open("screen")
    try page.waitForText("to pay", in: "screen-view")
    try save("screen", page, height: 460)
    try page.open("costs")
    try page.waitForText("reducer", in: "costs-view")
    try save("costs", page, height: 380)
    try page.choose(try page.action("session/logIn")[0])
    try page.waitForText("#11 session/logIn", in: "costs-view")
    try page.browser.wait(until: "document.querySelector('.run')")
    try save("flame", page, height: 460, showing: "costs-view h3")
    try page.open("screen")
    try page.browser.type("4\u{E007}", into: "screen-view input[type=number]")
    try page.browser.wait(until: "!document.querySelector('.page[data-after]').hidden")
    try save("screens", page, height: 460, showing: ".page[data-after]")
    try page.browser.clear("screen-view input[type=number]")
    try page.browser.press("\u{E007}")
    try page.browser.wait(until: "document.querySelector('.page[data-after]').hidden")
    try page.open("graph")
    try page.browser.wait(until: "document.querySelector('.node')")
    try save("graph", page, height: 640)

    try app.edit("features/cart.lua", replacing: "qty = 1 })", with: "qty = 1 }))")
    try page.waitForText("^", in: "reload-error")
    try page.open("action")
    try save("reload-error", page, height: 460)
    try app.edit("features/cart.lua", replacing: "qty = 1 }))", with: "qty = 2 })")
    try page.browser.wait(until: "document.querySelector('#tab-past').dataset.badge")
    try page.open("past")
    try page.waitForText("now", in: "past-view .sides")
    try save("past", page, height: 460)

    try page.open("session")
    try page.waitForText("Save the session", in: "session-view")
    // The copy of the example has another place in every run.
    try page.browser.run(
      "for (const fact of document.querySelectorAll('session-view dd')) if (fact.textContent.endsWith('app.lua')) fact.textContent = 'examples/shop/app.lua'"
    )
    try save("session", page, height: 460)
    try page.browser.resize(width: 360, height: 500)
    try page.open("actions")
    try save("actions", page, widths: ["-narrow": 360], height: 500)
    // The way back to the other views.
    try page.open("screen")
  }

  @Test("effects in flight and dead letters")
  func workshop() throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app, height: 420)
    try page.prompt("bench.wait()")
    try page.prompt("notes.mutate{ put = { id = 'a', title = 'A' } }")
    try page.open("sync")
    try page.waitForText("full: no room", in: "sync-view")
    try page.press("Output", in: "prompt-line")
    try save("sync", page, height: 420)
    try page.open("effects")
    try page.waitForText("bench/wait", in: "effects-view")
    try save("effects", page, height: 420)
  }

  /// Every picture is small enough for the repository.
  private func save(
    _ name: String, _ page: InspectorPage, widths: KeyValuePairs<String, Int> = ["": 1280, "-narrow": 360], height: Int,
    showing part: String? = nil
  ) throws {
    for (suffix, width) in widths {
      try page.browser.resize(width: width, height: width == 360 ? 500 : height)
      for isDark in [false, true] {
        try page.browser.setDark(isDark)
        let file = "inspector-\(name)\(suffix)\(isDark ? "~dark" : "").png"
        if let part { try page.browser.run("document.querySelector(arguments[0]).scrollIntoView()", .string(part)) }
        // A picture may be taken between the scrolling and the drawing.
        try page.browser.run(
          "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        let picture = try page.browser.screenshot()
        #expect(picture.count > 5000 && picture.count <= 200_000, "\(file): \(picture.count) bytes")
        guard let folder = ProcessInfo.processInfo.environment["UDF_SCREENSHOTS"] else { continue }
        try picture.write(to: URL(fileURLWithPath: folder).appendingPathComponent(file))
      }
    }
    try page.browser.setDark(false)
    try page.browser.resize(width: 1280, height: height)
  }
}
