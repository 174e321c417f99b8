import Foundation

/// The inspector in a browser, with the steps of a person.
struct InspectorPage {
  let browser: Browser
  /// It runs as long as the page is used.
  private let app: InspectedApp

  init(of app: InspectedApp, width: Int = 1280, height: Int = 800, isTraced: Bool = false) throws {
    self.app = app
    browser = try Browser(width: width, height: height, isTraced: isTraced)
    try browser.open(app.address)
    try browser.wait(until: "document.querySelector('#connection').textContent === 'connected'")
    try browser.wait(until: "document.querySelector('#app-name').textContent !== 'udfhost'")
  }

  func open(_ view: String) throws {
    try browser.click("#tab-\(view)")
    try browser.wait(until: "document.querySelector('#tab-\(view)').getAttribute('aria-selected') === 'true'")
  }

  /// Runs a line at the prompt and waits until its answer is there.
  func prompt(_ line: String) throws {
    try browser.run(
      """
      const prompt = document.querySelector('prompt-line');
      window.isAnswered = false;
      prompt.run(arguments[0]).then(() => { window.isAnswered = true; });
      """, .string(line))
    try browser.wait(until: "window.isAnswered")
  }

  /// The types of the actions in the list that are visible.
  func listed() throws -> [String] {
    try browser.run("return " + Self.types).strings
  }

  /// Waits until the list shows actions of these types. The page filters a moment after a filter is changed.
  func waitForList(_ types: [String]) throws {
    try browser.wait(until: "\(Self.types).join() === '\(types.joined(separator: ","))'")
  }

  private static let types = """
    [...document.querySelectorAll('#actions .row:not([hidden])')].sort((a, b) => a.dataset.index - b.dataset.index)
      .map((row) => row.querySelector('b').textContent)
    """

  /// Waits until the list shows an action of a type, and returns its row: the texts of the cells.
  @discardableResult
  func action(_ type: String, last: Bool = true) throws -> [String] {
    try browser.wait(
      until: """
        (() => {
          const rows = [...document.querySelectorAll('#actions .row:not([hidden])')]
            .sort((a, b) => a.dataset.index - b.dataset.index)
            .filter((row) => row.querySelector('b').textContent === '\(type)');
          const row = rows.at(\(last ? -1 : 0));
          return row && [...row.children].map((cell) => cell.textContent);
        })()
        """
    ).strings
  }

  /// Chooses the row of an action by its number.
  func choose(_ number: String) throws {
    let row = """
      [...document.querySelectorAll('#actions .row:not([hidden])')]
        .find((row) => row.firstChild.textContent === \(quoted(number)))
      """
    try click(row)
    try browser.wait(until: "\(row).getAttribute('aria-selected') === 'true'")
  }

  /// Puts a moth into the shop's cart on the screen, and goes to the cart.
  func fillCart() throws {
    try open("screen")
    try press("Moth, taped", in: "screen-view")
    try action("nav/push")
    try waitForText("add to cart", in: "screen-view")
    try press("add to cart", in: "screen-view")
    try action("cart/add")
    try press("cart: 1", in: "screen-view")
    try waitForText("1 × Moth, taped", in: "screen-view")
  }

  /// Clicks a button by its text or its label, within a part of the page.
  func press(_ text: String, in part: String) throws {
    try click(
      """
      [...document.querySelectorAll('\(part) button')].find((button) => button.offsetParent && !button.disabled
        && ((button.getAttribute('aria-label') ?? button.textContent) === '\(text)' || button.textContent.startsWith('\(text)')))
      """)
  }

  /// Clicks the element that an expression finds. If the page replaces the element before the click, finds it again.
  private func click(_ found: String, attempts: Int = 10) throws {
    try browser.wait(
      until: """
        (() => {
          const found = \(found);
          if (!found) return false;
          for (const other of document.querySelectorAll('[data-test]')) delete other.dataset.test;
          return found.dataset.test = true;
        })()
        """)
    do { try browser.click("[data-test]") } catch let failure as Browser.Failure where failure.isStale && attempts > 1 {
      try click(found, attempts: attempts - 1)
    }
  }

  func waitForText(_ text: String, in part: String) throws {
    try browser.wait(until: "document.querySelector('\(part)').innerText.includes(\(quoted(text)))")
  }

  func text(of part: String) throws -> String {
    try browser.run("return document.querySelector(arguments[0]).innerText", .string(part)).string
  }

  private func quoted(_ text: String) -> String {
    String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
  }

  /// The first line of every message that the page has logged must not be an error.
  var complaints: [String] { get throws { try browser.complaints() } }
}
