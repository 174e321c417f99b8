import Glibc
import Testing

@Suite("The shop at a terminal")
struct ShopTests {
  private static let example = #filePath.replacing(
    "Tests/HostCommandTests/Terminal/ShopTests.swift", with: "examples/shop")

  /// Its home, with a copy of the example.
  private let folder = AppFolder()
  private let terminal: Terminal

  init() throws {
    try #require(system("cp -R '\(Self.example)' '\(folder.path)/shop'") == 0)
    terminal = try Terminal(folder, "--no-color", app: folder.path + "/shop/app.lua")
    try terminal.waitForPrompt()
  }

  /// Types a line and waits until this text is above the prompt.
  private func enter(_ line: String, _ screen: [String], location: SourceLocation = #_sourceLocation) throws {
    terminal.type(line + "\n")
    try see(screen, location: location)
  }

  private func see(_ screen: [String], location: SourceLocation = #_sourceLocation) throws {
    try terminal.wait(location) { $0.lines.suffix(screen.count + 1) == screen + ["udf>"] }
  }

  @Test("shows itself and an action as the page about the console does")
  func documented() throws {
    #expect(terminal.screen.lines[0] == "shop · 4 features · 2 services · watching 15 files · :help")
    let added = try terminal.enter(#"cart.add{ sku="A1", title="Mug", price=12.5 }"#)
    #expect(added.first?.hasPrefix(##"#1 cart/add {price=12.5, sku="A1", title="Mug"}"##) == true)
    #expect(added.dropFirst() == [#"   cart.items[1]: + {price=12.5, qty=1, sku="A1", title="Mug"}"#])
    #expect(
      try terminal.enter("cart.add?") == [
        "cart.add{price = number, sku = string, title = string}",
        "  event    cart.add",
        "  reducer  features/cart.lua:14",
      ])
  }

  /// A row with its detail at the right edge; the last column of the window stays free.
  private func row(_ text: String, _ detail: String, columns: Int = 80) -> String {
    text + String(repeating: " ", count: columns - 1 - text.count - detail.count) + detail
  }

  private func products(columns: Int = 80) -> [String] {
    [
      "Shop", "search  ▏",
      row("[1] Difference engine", "1985 €", columns: columns),
      row("[2] Punched cards, 100", "12 €", columns: columns),
      row("[3] Moth, taped", "47 €", columns: columns),
      row("[4] Slide rule", "30 €", columns: columns),
      "[5] ‹cart: 0›",
    ]
  }

  private func moth(inCart count: Int) -> [String] {
    ["Moth, taped", "47 €", "[1] ‹add to cart›", "[2] ‹cart: \(count)›"]
  }

  private func checkout(columns: Int = 80) -> [String] {
    ["Checkout", "Ada", row("to pay", "47 €", columns: columns), "[1] ‹order›"]
  }

  @Test("opens a product, adds it, logs in on the way to checkout, orders in a narrow window, follows links")
  func journey() throws {
    try enter(":screen on", products())
    try enter(":tap 3", moth(inCart: 0))
    try enter(":tap 1", moth(inCart: 1))
    try enter(
      ":tap 2",
      [
        "Cart", "Tap a line to take one away.", row("[1] 1 × Moth, taped", "47 €"),
        String(repeating: "─", count: 79), row("total", "47 €"), "[2] ‹checkout›",
      ])
    try enter(":tap 2", ["Who are you?", "name  ▏", "[1] ‹log in›"])
    try enter(":type name bob", ["Who are you?", "name  bob▏", "[1] ‹log in›"])
    let problem = #"✗ Nobody here is called "bob". Try ada."#
    try enter(":tap 1", ["Who are you?", "name  bob▏", problem, "[1] ‹log in›"])
    try enter(":type name ada", ["Who are you?", "name  ada▏", problem, "[1] ‹log in›"])
    try enter(":tap 1", checkout())

    terminal.resize(columns: 30)
    try see(checkout(columns: 30))
    try enter(":tap 1", ["Thank you, Ada.", "Your order has the number 1.", "[1] ‹go on›"])
    try enter(":tap 1", products(columns: 30))
    try enter(":nav /products/C3", moth(inCart: 0))
    try enter(":nav /products/Z9", ["Shop", #"✗ There is no product "Z9"."#, "[1] ‹cart: 0›"])
    try enter(":nav /nowhere", ["✗ there is no screen for", "/nowhere"])
    try enter(":back", products(columns: 30))
    terminal.resize(columns: 80)
    try see(products())

    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(terminal.isRestored)
  }

  @Test("leaves the login during a request, and is asked again")
  func leaving() throws {
    // An answer that does not come before it is left, however slowly that is read.
    let accounts = "shop/services/accounts.lua"
    folder.write(accounts, folder.read(accounts).replacing("core.sleep(0.2)", with: "core.sleep(3600)"))
    try terminal.wait { $0.text.contains("✓ reload services/accounts.lua") && $0.cursorLine == "udf>" }
    try enter(":screen on", products())
    try enter(":nav /checkout", ["Who are you?", "name  ▏", "[1] ‹log in›"])
    try enter(":type name ada", ["Who are you?", "name  ada▏", "[1] ‹log in›"])
    terminal.type(":tap 1\n:back\n")
    try see(products())
    try enter(":nav /checkout", ["Who are you?", "name  ▏", "[1] ‹log in›"])
  }
}
