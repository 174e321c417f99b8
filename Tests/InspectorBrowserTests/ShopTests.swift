import Testing

@Suite("The shop in the inspector", .serialized, .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct ShopTests {
  private let app: InspectedApp
  private let page: InspectorPage

  init() throws {
    app = try InspectedApp(example: "shop")
    page = try InspectorPage(of: app)
  }

  @Test("the slider shows a past state and leaves the host live")
  func slides() throws {
    try page.fillCart()
    try page.open("state")
    try page.waitForText("Moth, taped", in: "state-view value-tree")
    // Dragged with the mouse from the present to the second action, and then with the keyboard to before the first one.
    try page.browser.drag("history-bar input", from: 1, to: 0.25)
    try page.browser.wait(until: "/^after #[1-9]/.test(document.querySelector('history-bar output').textContent)")
    try page.waitForText("items = {}", in: "state-view value-tree")
    try page.browser.press("\u{E011}")
    try page.waitForText("after #0", in: "history-bar")
    try page.waitForText("items = {}", in: "state-view value-tree")
    try page.prompt("cart.remove{ sku = 'C3' }")
    try page.action("cart/remove")
    try page.press("Live", in: "history-bar")
    try page.waitForText("live", in: "history-bar")
  }

  @Test("undo removes an action, and redo brings it back")
  func undoes() throws {
    try page.prompt("cart.add{ sku = 'A1', title = 'Mug', price = 3 }")
    try page.action("cart/add")
    try page.open("state")
    try page.waitForText("Mug", in: "state-view value-tree")
    try page.press("Undo", in: "history-bar")
    try page.browser.wait(until: "document.querySelector('#actions .row.undone b')?.textContent === 'cart/add'")
    try page.waitForText("items = {}", in: "state-view value-tree")
    try page.press("Redo", in: "history-bar")
    try page.browser.wait(until: "!document.querySelector('#actions .row.undone')")
    try page.waitForText("Mug", in: "state-view value-tree")
  }

  @Test("a file that does not load shows its error with the source until it is repaired; a changed past can be adopted")
  func reloads() throws {
    try page.prompt("cart.add{ sku = 'A1', title = 'Mug', price = 3 }")
    try page.action("cart/add")
    try app.edit("features/cart.lua", replacing: "qty = 1 })", with: "qty = 1 }))")
    try page.browser.wait(until: "!document.querySelector('reload-error').hidden")
    try page.waitForText("features/cart.lua:21:", in: "reload-error")
    try page.waitForText("table.insert(state.items", in: "reload-error .source")
    try page.waitForText("^", in: "reload-error .caret")

    try app.edit("features/cart.lua", replacing: "qty = 1 }))", with: "qty = 2 })")
    try page.browser.wait(until: "document.querySelector('reload-error').hidden")
    try page.browser.wait(until: "document.querySelector('#tab-past').dataset.badge === '1'")
    try page.open("past")
    try page.waitForText("1 of 1 past action", in: "past-view")
    try page.waitForText("qty=1", in: "past-view .was")
    try page.waitForText("qty=2", in: "past-view .now")
    try page.press("Adopt", in: "past-view")
    try page.browser.wait(until: "!document.querySelector('#tab-past').dataset.badge")
    try page.open("state")
    try page.waitForText("qty=2", in: "state-view value-tree")
  }

  @Test("an action is dispatched with the fields that its feature declares; a refusal shows the reason")
  func dispatches() throws {
    try page.open("state")
    try page.browser.wait(until: "document.querySelector('#action-types option[value=\"cart/add\"]')")
    try page.browser.type("cart/add", into: "dispatch-box input")
    try page.browser.wait(until: "document.querySelector('dispatch-box [data-name=price]')")
    try page.browser.type("three", into: "dispatch-box [data-name=price]")
    try page.press("Dispatch", in: "dispatch-box")
    try page.waitForText("price must be number", in: "dispatch-box")
    try page.browser.run("document.querySelector('dispatch-box [data-name=price]').value = ''")
    for (name, text) in ["price": "3", "sku": "A1", "title": "Mug"] {
      try page.browser.type(text, into: "dispatch-box [data-name=\(name)]")
    }
    try page.press("Dispatch", in: "dispatch-box")
    try page.action("cart/add")
    try page.waitForText("Mug", in: "state-view value-tree")
    // Who wrote this?
    try page.browser.run("document.querySelector('state-view value-tree').choose(['cart', 'items'])")
    try page.waitForText("features/cart.lua:21", in: ".place")
  }

  @Test("a second page shows what the first one did")
  func isShared() throws {
    let other = try InspectorPage(of: app)
    try page.prompt("cart.add{ sku = 'A1', title = 'Mug', price = 3 }")
    try other.action("cart/add")
    try other.prompt(":undo")
    try page.browser.wait(until: "document.querySelector('#actions .row.undone')")
  }
}
