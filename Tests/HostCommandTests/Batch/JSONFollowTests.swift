import Foundation
import SeededTesting
import Testing
import UDFHost
import UDFServices

@Suite("a program that follows the state by JSON lines")
struct JSONFollowTests {
  private static let app = """
    local udf = require "udf"
    local extra = require "extra"
    local page = udf.scene { name = "page", view = function() return {} end,
      screen = udf.screen(function(_, ui) return { ui.title("page") } end) }
    -- Each pull brings another row, and each fourth one fails first.
    local pulls = 0
    local function pull()
      pulls = pulls + 1
      if pulls % 4 == 3 then error { message = "down", retryAfter = 0.001 } end
      return { changes = { { id = pulls % 7, size = pulls }, { key = (pulls + 3) % 5, deleted = true } }, next = "t" .. pulls }
    end
    local a = udf.feature {
      name = "a", version = extra.version, state = { n = 0, log = udf.list {}, more = {} }, emits = { go = "went" },
      migrate = function(old, from) old.migrated = { from = from, to = extra.version } return old end,
      reduce = {
        start = function(state) state.n = 1 end,
        add = function(state, action) state.n = state.n + action.by * extra.factor end,
        go = function(state) state.n = state.n + 1 end,
        note = function(state, action) table.insert(state.log, action.text .. state.n) end,
        front = function(state) table.insert(state.log, 1, { n = state.n, deep = { state.n } }) end,
        drop = function(state) if #state.log == 0 then error("nothing to drop") end table.remove(state.log, 1) end,
        sort = function(state) table.sort(state.log, function(x, y) return tostring(x) < tostring(y) end) end,
        hold = function(state) state.more[#state.more + 1] = { state.n, "\\xFF", 1 / 0 } end,
        clear = function(state) state.more = {} end,
        whole = function(state) return { n = state.n, log = state.log, more = { whole = true } } end,
      },
      effects = {
        start = function(cx) cx.send { type = "note", text = "started" } end,
        add = function(cx, action) cx.send { type = "note", text = "begun" } cx.sleep(0.002) cx.send { type = "front" } end,
        hum = udf.background(function(cx) cx.sleep(3600) end),
        line = udf.queue(function(cx) cx.send { type = "note", text = "line" } cx.sleep(0.002) end),
      },
      reactions = { threes = { "n", function(cx, n) if n % 3 == 0 then cx.send { type = "hold" } end end } },
    }
    return udf.app {
      name = "follow", features = { a, udf.entities { name = "rows", key = "id", indexes = { "owner" }, sort = "-size" },
        udf.sync { name = "notes", key = "id" },
        udf.sync { name = "feed", key = "id", cache = "memory", remote = { pull = pull } } }, scenes = { page },
      flow = udf.flow { start = "list", routes = { list = { scene = "page" }, one = { scene = "page" } },
        on = { ["a.went"] = function(nav) nav.push("one") end } },
    }
    """

  private static func extra(version: Int = 1, factor: Int = 1) -> String {
    "return { version = \(version), factor = \(factor) }"
  }

  /// Lines that give every kind of object.
  private static let all = [
    ":prof on", "a.add{ by = 1 }", ":prof 1", ":prof 2", ":prof 3",
    "services.files.write('extra.lua', '\(extra(factor: 3))')", ":reload",
    "settle(0.1)", ":replay 1..3", ":replay", ":undo", ":redo", "state.feed.count", "feed.pull{ force = true }",
    "feed.pull{ force = true }", "feed.pull{ force = true }", "a.hum{}", ":prof", "print('p')", "nope()", ":blame a.n",
    ":action 1",
    ":effects", ":hist", ":diff 1", ":screen", ":rec r_test.lua", "a.add{ by = 1 }", ":rec off", ":watch a.n",
    "a.add{ by = 1 }", ":at 1", ":resume", ":save saved.json", ":load saved.json",
    "services.files.write('extra.lua', '\(extra(version: 2, factor: 3))')", ":reload",
  ]

  private static func line(_ generator: inout SeededGenerator) -> String {
    let n = Int.random(in: 1...5, using: &generator)
    return [
      "a.add{ by = \(n) }", "a.add{ by = \(n) }", "a.go{}", "a.note{ text = 'x' }", "a.front{}", "a.drop{}", "a.hold{}",
      "a.clear{}", "a.whole{}", "a.sort{}", "a.line{}", "a.line{}", "nav.pop()",
      "rows.upsert{ row = { id = \(n), owner = 'o', size = \(n * 7 % 5) } }",
      "rows.remove{ key = \(n) }", "rows.query{ owner = 'o', limit = \(n) }", "notes.query{ limit = \(n) }",
      "notes.mutate{ put = { id = 'k\(n)', text = 't' } }", "state.feed.count", "feed.pull{ force = true }", "a.hum{}",
      "services.files.write('extra.lua', '\(extra(version: n, factor: n))')",
      "services.files.write('extra.lua', '\(extra(version: n))')", ":undo", ":undo 2", ":undo \(n)", ":redo", ":redo",
      ":at 1",
      ":at live", ":resume", ":reload", ":reload!", ":save saved.json", ":load saved.json", ":replay", ":hist",
      ":diff 1",
      ":watch a.n", ":blame a.n", ":action 1", ":action \(n)", ":effects", ":cancel \(n)", ":print state.a", ":screen",
      ":prof on", ":prof", ":trace all", ":sync", ":replay 1", "1, nil, 'x'",
      "nope()", "print('p')",
    ].randomElement(using: &generator) ?? ""
  }

  @Test("has the present state at every moment, can read every line, and sees every kind of line")
  func follow() throws {
    let schema = try JSONSchema.ofBatch()
    var seen: Set<String> = []
    for number in 0..<Extent.runs(daily: 12, nightly: 200) {
      var generator = SeededGenerator(seed: Seed.current &+ UInt64(number))
      let folder = AppFolder(app: Self.app, features: [:])
      folder.write("extra.lua", Self.extra())
      var arguments = [
        "--json", "-v", "--keep-going", "--watch", "off", "--data", folder.path + "/data",
        "--grant", "files=\(folder.path)/extra.lua",
      ]
      let lines = (number == 0 ? Self.all : []) + (0..<40).map { _ in Self.line(&generator) }
      for line in lines { arguments += ["-e", line, "-e", "'now'", "-e", ":state"] }
      let run = try Batch(folder, arguments: arguments, in: folder.path)
      var follower = JSONFollower()
      var isNow = false
      var isPast = false
      for line in run.lines {
        let object = try follower.read(line)
        seen.insert(object["kind"].text ?? "")
        if let problem = schema.problem(object) { Issue.record("\(line): \(problem); \(Seed.replay)") }
        if object["kind"] == "at" { isPast = object["live"] == false }
        if object["kind"] == "resume" { isPast = false }
        if isNow, object["kind"] == "value", !isPast, !follower.holds(object["value"]) {
          Issue.record("\(follower.state) is not \(object["value"]); \(Seed.replay)\n\(run.output)")
          return
        }
        isNow = object["kind"] == "value" && object["value"] == "now"
      }
      #expect(run.lines.first?.hasPrefix(#"{"kind":"state","value":{"a":{"log":[],"more":{},"n":0},"#) == true)
      if number == 0 {
        // Rows have arrived, and the changed code has migrated the state.
        #expect(run.output.contains(#""type":"feed/synced""#), "\(run.output)")
        #expect(run.output.contains(#""migrated":{"#) || run.output.contains(#"["a","migrated"]"#), "\(run.output)")
      }
    }
    // Confirmations come from a shared log; SharedJSONTests has them.
    #expect(schema.kinds.subtracting(seen) == ["confirm", "confirmed"])
  }
}
