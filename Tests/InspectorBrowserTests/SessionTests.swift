import FolderTesting
import Testing

@Suite("The session in the inspector", .serialized, .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct SessionTests {
  @Test("a session, a state and a test are saved, and another app reads the first two")
  func files() throws {
    let folder = try TemporaryFolder()
    let page = try InspectorPage(of: try InspectedApp(example: "shop"))
    try page.prompt("cart.add{ sku = 'A1', title = 'Mug', price = 3 }")
    try page.prompt("cart.add{ sku = 'B2', title = 'Lamp', price = 9 }")
    try page.open("session")
    try page.browser.run(
      """
      const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        blob.text().then((text) => { window.saved = text; });
        return make(blob);
      };
      """)
    var files: [String: String] = [:]
    for what in ["session", "state", "test"] {
      try page.browser.run("window.saved = ''")
      try page.press(what == "test" ? "Save a test" : "Save the \(what)", in: "session-view")
      try page.browser.wait(until: "window.saved")
      try page.waitForText("Saved shop", in: "session-view [role=status]")
      files[what] = try folder.save(try page.browser.run("return window.saved").string, to: what)
    }
    #expect(String(decoding: folder.bytes(of: "test") ?? [], as: UTF8.self).contains("cart/add"))

    for what in ["session", "state"] {
      let other = try InspectorPage(of: try InspectedApp(example: "shop"))
      try other.open("session")
      try other.browser.type(files[what] ?? "", into: "session-view [aria-label='File with a \(what) to import']")
      try other.waitForText("Imported \(what).", in: "session-view [role=status]")
      try other.open("state")
      try other.waitForText("price=9, qty=1", in: "state-view value-tree")
      #expect(try other.complaints == [])
    }
    try page.browser.type(files["test"] ?? "", into: "session-view [aria-label='File with a state to import']")
    try page.waitForText("test was not imported.", in: "session-view [role=status]")
  }
}
