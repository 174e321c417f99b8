import HostTesting
import Platform
import Testing

@testable import UDFHost
@testable import UDFTooling

@Suite("a session on screens that becomes a test")
struct ScreenRecordingTests {
  private static let notes = Source.feature(
    """
      name = "notes", uses = { "kv" }, state = { text = "" },
      actions = { write = { text = "string" }, open = {}, send = {}, sent = {} },
      events = { open = "open", send = "send", changed = function(e) return { type = "write", text = e.text } end },
      reduce = { write = function(s, a) s.text = a.text end, sent = function(s) s.text = "" end },
      effects = { send = function(cx) cx.sleep(0.1) cx.send { type = "sent" } end },
      reactions = { save = { "text", udf.debounce(0.5, function(cx, text) cx.services.kv.set("text", text) end) } },
      emits = { open = "opened", sent = "sent" },
    """)

  private static let app = """
    local udf = require "udf"
    local home = udf.scene { name = "home", view = function() return {} end, events = { open = "notes.open" } }
    local edit = udf.scene {
      name = "edit", view = function() return {} end,
      events = { changed = "notes.changed", send = function() return "notes.send" end },
    }
    return udf.app {
      name = "notes", features = { require "notes" }, scenes = { home, edit },
      flow = udf.flow {
        start = "home", routes = { home = { scene = "home" }, edit = { scene = "edit" } },
        on = { ["notes.opened"] = function(nav) nav.push "edit" end, ["notes.sent"] = function(nav) nav.pop() end },
      },
    }
    """

  @Test("raises the event of the feature if the screen is not on top")
  func below() throws {
    let app = try TestHost(["notes": Self.notes, "app": Self.app])
    try app.host.event("home.open")
    let file = app.folder("notes_test.lua")
    try app.host.recordTest(to: file)
    try app.host.raise("open", on: app.host.screens[0].id)
    #expect(try app.host.endTest() == file)
    let text = String(decoding: try #require(readFile(file)), as: UTF8.self)
    #expect(text.contains(#"store.event("notes.open""#), "\(text)")
  }

  @Test("raises the events of the scenes, and passes")
  func events() throws {
    let app = try TestHost(["notes": Self.notes, "app": Self.app])
    let file = app.folder("notes_test.lua")
    try app.host.recordTest(to: file)
    try app.host.event("home.open")
    try app.host.event("edit.changed", ["text": "hello"])
    try app.host.raise("send")
    app.pass(0.1)
    // The reaction saves the text although its screen is left.
    app.pass(0.5)
    #expect(try app.host.endTest() == file)
    let text = String(decoding: try #require(readFile(file)), as: UTF8.self)
    let events = text.split(separator: "\n").filter { $0.contains("store.event") }.map {
      $0.prefix { $0 != "," && $0 != ")" }
    }
    #expect(events == [#"  store.event("home.open""#, #"  store.event("edit.changed""#, #"  store.event("edit.send""#])
    var results: [TestResult] = []
    _ = try TestRunner(file).run { _, more in results += more }
    #expect(results.map(\.status) == [.passed], "\(results.compactMap(\.failure?.error.message)) \(text)")
  }
}
