import HostTesting
import Testing
import UDFTooling

@testable import UDFHost

@Suite("the effect of a reload")
struct ReloadScopeTests {
  @Test("a renamed module keeps its feature and the feature's state")
  func renamed() throws {
    let app = try TestHost(["counter": Source.counter])
    try app.run("counter.inc{ by = 4 }")
    try app.folder.run("mv", "counter.lua", "clicks.lua")
    #expect(app.saved("counter")?.error?.message == "app.lua:2: require \"counter\": there is no file counter.lua")
    let report = try app.reload("app", as: Source.app(["clicks"]))
    #expect(report?.error == nil)
    #expect(report?.notes == [])
    #expect(report?.files == ["app.lua", "clicks.lua"])
    #expect(app.host.files == ["app.lua", "clicks.lua"])
    #expect(try app.state("counter.count") == 4)
    #expect(app.host.history.count == 1)
    #expect(app.host.features.first?.file == "clicks.lua")
  }

  @Test("middleware receives the next action with its new code, and removed middleware receives none")
  func middleware() throws {
    func source(_ word: String) -> String {
      """
      return require("udf").middleware { name = "log", before = function(cx, action) cx.log("info", "\(word) " .. action.type) end }
      """
    }
    let listed = Source.app(["counter"], more: ", middleware = { require 'log' }")
    let app = try TestHost(["counter": Source.counter, "log": source("old"), "app": listed])
    try app.run("counter.inc()")
    #expect(try app.reload("log", as: source("new"))?.error == nil)
    try app.run("counter.inc()")
    #expect(try app.reload("app", as: Source.app(["counter"]))?.error == nil)
    try app.run("counter.inc()")
    #expect(app.logs == ["info old counter/inc", "info new counter/inc"])
    #expect(try app.state("counter.count") == 3)
  }

  @Test("a scene is shown by its new view")
  func scene() throws {
    func source(_ word: String) -> String {
      """
      return require("udf").scene {
        name = "page", model = { "counter.count" },
        view = function(model) return "\(word) " .. model.counter.count end,
      }
      """
    }
    let app = try TestHost([
      "counter": Source.counter, "page": source("old"),
      "flow": "return require('udf').flow { start = 'list', routes = { list = { scene = 'page' } } }",
      "app": Source.app(["counter"], more: ", scenes = { require 'page' }, flow = require 'flow'"),
    ])
    #expect(try app.host.screenState() == "old 0")
    #expect(try app.reload("page", as: source("new"))?.error == nil)
    #expect(try app.host.screenState() == "new 0")
  }

  @Test("while new code is tried, no effect, service, reaction or start runs")
  func noEffects() throws {
    let source = Source.feature(
      """
        name = "a", state = { n = 0 }, uses = { "box" },
        reduce = {
          start = function(state) state.n = state.n + 1 end,
          add = function(state, action) state.n = state.n + action.by end,
        },
        effects = {
          add = function(cx) cx.services.box.put() end,
          start = function(cx) cx.services.box.put() end,
        },
        reactions = { told = { "n", function(cx) cx.services.box.put() end } },
      """)
    let services = ", services = { box = { put = function() print('a service ran') end } }"
    let app = try TestHost(["a": source, "app": Source.app(["a"], more: services)])
    try app.run("a.add{ by = 2 }")
    app.host.poll()
    let runs = app.logs.count
    #expect(runs > 0)
    #expect(try app.reload("a", as: source + " ")?.error == nil)
    #expect(try app.reload("a", as: source.replacing("state.n + action.by", with: "state.n + action.no"))?.ok == false)
    app.host.poll()
    app.pass(10)
    #expect(app.logs.count == runs)
    #expect(app.host.isSettled)
    #expect(try app.state("a.n") == 3)
  }
}
