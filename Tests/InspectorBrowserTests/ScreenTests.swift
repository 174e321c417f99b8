import Testing

@Suite("The screen in the inspector", .serialized, .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct ScreenTests {
  @Test("the focus stays with its row when a row appears above it")
  func focus() throws {
    let page = try InspectorPage(
      of: try InspectedApp(files: [
        "app.lua": """
        local udf = require "udf"
        return udf.app { name = "list", features = { udf.feature {
          name = "list", state = { rows = udf.list { "b", "c" } }, actions = { add = { row = "string" }, tap = { row = "string" } },
          reduce = {
            add = function(state, action) table.insert(state.rows, 1, action.row) end,
            tap = function(state, action) state.tapped = action.row end,
          },
          events = { tap = function(event) return { type = "tap", row = event.row } end },
          view = function(state) return { rows = state.rows } end,
          screen = udf.screen(function(view, ui)
            return {
              #view.rows > 2 and ui.text("more") or ui.divider(),
              ui.list(view.rows, function(row) return ui.row { text = row, event = "tap", fields = { row = row } } end),
              ui.table { columns = { "Row" }, rows = view.rows, row = function(row) return { row, event = "tap", fields = { row = row } } end },
            }
          end),
        } } }
        """
      ]))
    try page.open("screen")
    for part in [".list", "table"] {
      let control = part == ".list" ? "button.line" : "tbody .act"
      try page.browser.wait(until: "document.querySelector('.page \(part)')")
      try page.browser.run(
        "[...document.querySelectorAll('.page \(control)')].find((row) => row.textContent === 'c').focus()")
      try page.prompt("list.add{ row = 'a' }")
      try page.browser.wait(
        until:
          "document.querySelector('.page \(control)').textContent === 'a' && document.activeElement.textContent === 'c'"
      )
    }
    // Return presses the element that has the focus.
    try page.browser.press("\u{E007}")
    try page.action("list/tap")
    try page.open("state")
    try page.waitForText("tapped = \"c\"", in: "state-view value-tree")
  }

  @Test("a link is opened, and a screen of the past is shown beside the present one")
  func sideBySide() throws {
    let page = try InspectorPage(of: try InspectedApp(example: "shop"))
    try page.fillCart()
    try page.browser.type("/products/B2\u{E007}", into: "screen-view [aria-label='Link to open']")
    try page.waitForText("Punched cards, 100", in: ".page")
    try page.browser.type("1\u{E007}", into: "screen-view input[type=number]")
    try page.browser.wait(until: "!document.querySelectorAll('.page')[1].hidden")
    #expect(
      try page.browser.run("return document.querySelectorAll('.page')[1].innerText").string.contains("Slide rule"))
    // The slider moves the second screen.
    try page.browser.drag("history-bar input", from: 1, to: 0.9)
    try page.browser.wait(until: "document.querySelectorAll('.page')[1].innerText.includes('1 × Moth, taped')")
    try page.press("1 × Moth", in: ".page[data-after]")
    try page.waitForText("This is the screen after #", in: "screen-view > .problem")
    #expect(try page.text(of: ".page").contains("Punched cards, 100"))
    try page.press("Live", in: "history-bar")
    try page.browser.wait(until: "document.querySelectorAll('.page')[1].hidden")
    #expect(try page.complaints == [])
  }

  @Test("served alone on a telephone, it has names, contrast and room for every element")
  func served() throws {
    for isDark in [false, true] {
      let browser = try Browser(width: 360, height: 740)
      let app = try InspectedApp(served: Workshop.files())
      try browser.setDark(isDark)
      try browser.open(app.address)
      try browser.wait(until: "document.querySelector('.page .progress')")
      #expect(try browser.run(AccessibilityTests.audit).strings == [], "\(isDark ? "dark" : "light")")
      #expect(
        try browser.run(
          "return ['prompt-line', 'history-bar', '#list-pane', '.tabs', '.tool'].filter((part) => document.querySelector(part)?.checkVisibility())"
        ).strings == [])
      try browser.click(".page > .act")
      try browser.wait(until: "document.querySelector('.page > .act').textContent.endsWith(' 1')")
      #expect(try browser.complaints() == [])
    }
  }
}
