import Testing

@Suite(
  "Effects, sync and screens in the inspector", .serialized, .enabled(if: Browser.isWanted, "\(Browser.isMissing)"))
struct WorkshopTests {
  @Test("an effect in flight is listed with what it waits for, and can be cancelled")
  func cancels() throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app)
    try page.prompt("bench.wait()")
    try page.open("effects")
    try page.waitForText("effect of bench/wait", in: "effects-view")
    try page.waitForText("the clock", in: "effects-view")
    try page.press("Cancel effect of bench/wait", in: "effects-view")
    try page.waitForText("No effect is under way", in: "effects-view")
  }

  @Test("a button that is pressed while its view is drawn again still acts")
  func pressed() throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app)
    try page.prompt("bench.wait()")
    try page.open("effects")
    try page.waitForText("effect of bench/wait", in: "effects-view")
    try page.browser.hold("effects-view button[aria-label^=Cancel]")
    try page.browser.run("document.querySelector('effects-view').refresh()")
    // The host answers in order, so the view has its answer after this one.
    try page.prompt("1")
    try page.browser.release()
    try page.waitForText("No effect is under way", in: "effects-view")
  }

  @Test("a dead letter is shown with its reason, and is sent again or dropped")
  func deadLetters() throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app)
    try page.prompt("notes.mutate{ put = { id = 'a', title = 'A' } }")
    try page.open("sync")
    try page.waitForText("1 dead letter", in: "sync-view")
    try page.waitForText("full: no room", in: "sync-view")
    try page.press("Retry mutation 1 of notes", in: "sync-view")
    // The server refuses it again, under its next number.
    try page.browser.wait(
      until:
        "[...document.querySelectorAll('sync-view button')].some((button) => /^Drop mutation [2-9]/.test(button.getAttribute('aria-label')))"
    )
    try page.press("Drop", in: "sync-view")
    try page.waitForText("0 dead letters", in: "sync-view")
  }

  @Test("an action shows its effects on one scale, and where each one is written")
  func effectTimes() throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app)
    try page.prompt("bench.short()")
    try page.prompt("bench.wait()")
    try page.choose(try page.action("bench/short")[0])
    try page.waitForText("ended", in: "action-view .state")
    try page.browser.wait(until: "document.querySelector('action-view .bar-of-time').offsetWidth > 100")
    try page.press("features/bench.lua:", in: "action-view li")
    try page.choose(try page.action("bench/wait")[0])
    try page.waitForText("under way", in: "action-view .state")
    #expect(try page.complaints == [])
  }

  @Test("a chosen action shows what ran for it, in the order and with the times")
  func flame() throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app)
    try page.open("costs")
    try page.press("Measure", in: "costs-view")
    try page.prompt("bench.short()")
    try page.choose(try page.action("bench/short")[0])
    try page.waitForText("reducer bench/short", in: "costs-view h3 ~ table")
    try page.waitForText("effect bench/short", in: "costs-view h3 ~ table")
    try page.browser.wait(until: "document.querySelectorAll('costs-view .run').length >= 2")
    try page.prompt(":prof off")
    try page.prompt("bench.fill()")
    try page.choose(try page.action("bench/fill")[0])
    try page.waitForText("Nothing of this action was measured.", in: "costs-view")
  }

  @Test("costs are shown while they are measured, the most expensive first")
  func costs() throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app)
    try page.open("costs")
    try page.press("Measure", in: "costs-view")
    try page.prompt("for i = 1, 50 do bench.fill() end")
    try page.waitForText("reducer bench/fill", in: "costs-view")
  }

  @Test("the graph leads from an action to the effect that it starts")
  func graph() throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app)
    try page.open("graph")
    try page.browser.wait(
      until:
        "[...document.querySelectorAll('.node')].some((node) => node.getAttribute('aria-label').includes('bench/wait'))"
    )
    try page.browser.wait(until: "document.querySelectorAll('.edge').length > 0")
  }

  @Test("a screen keeps the focus and the text while it is written")
  func writes() throws {
    let app = try Workshop.app()
    let page = try InspectorPage(of: app)
    try page.open("screen")
    try page.browser.wait(until: "document.querySelector('.page input')")
    try page.browser.run("document.querySelector('.page input').select()")
    try page.browser.type(" Lovelace", into: ".page input")
    try page.browser.wait(until: "document.querySelector('.page input').value.endsWith('Lovelace')")
    try page.open("state")
    try page.waitForText("Lovelace", in: "state-view value-tree")
  }

  @Test("texts of the app stay texts in every view")
  func hostile() throws {
    let text = #"<img src=x onerror="window.isBroken=true"><script>window.isBroken=true</script>"#
    let app = try Workshop.app(hostile: text)
    let page = try InspectorPage(of: app)
    try page.prompt("bench.put{ text = state.bench.name }")
    try page.prompt("bench.wait()")
    try page.prompt("print(state.bench.name)")
    try page.prompt("{ [state.bench.name] = state.bench.name }")
    try page.prompt("error(state.bench.name)")
    try page.prompt("notes.mutate{ put = { id = state.bench.name, title = state.bench.name } }")
    try page.prompt(":prof on")
    try page.waitForText("\(text) 3 of 10", in: "#progress")
    try page.browser.type(text, into: "action-list input[type=search]")
    try page.browser.wait(until: "document.querySelector('action-list output').textContent.startsWith('0 of ')")
    try page.browser.clear("action-list input[type=search]")
    for view in ["screen", "state", "effects", "sync", "costs", "graph", "session", "past", "action"] {
      try page.open(view)
      if view == "screen" { try page.waitForText("<img src=x", in: "screen-view h3") }
      if view == "state" {
        try page.waitForText("<img src=x", in: "state-view value-tree")
        try page.browser.run("document.querySelector('state-view value-tree').choose(['bench', 'name'])")
        try page.waitForText("written by", in: ".place")
        try page.browser.run(
          "document.querySelector('state-view value-tree').choose(['bench', arguments[0]])", .string(text))
        try page.press("Watch", in: ".place")
        try page.browser.run(
          "document.querySelector('state-view').prepare('bench/put', { [arguments[0]]: arguments[0] })", .string(text))
        try page.press("Dispatch", in: "dispatch-box")
        try page.waitForText("<img src=x", in: "dispatch-box .problem")
      }
      if view == "effects" { try page.waitForText("<img src=x", in: "effects-view") }
      if view == "sync" { try page.waitForText("<img src=x", in: "sync-view") }
    }
    try page.choose(try page.action("bench/put")[0])
    try page.waitForText("<img src=x", in: "action-view")
    try page.waitForText("<img src=x", in: ".output")
    #expect(try page.browser.run("return document.querySelectorAll('img, body script').length").number == 0)
    #expect(try page.browser.run("return window.isBroken === undefined").isTrue)
    #expect(try page.complaints == [])
  }
}
