import Glibc
import SeededTesting
import Testing
import UDFHost
import UDFServices

@Suite("a program that follows the state of a shared host by JSON lines")
struct SharedJSONTests {
  private static let app = """
    local udf = require "udf"
    local board = udf.feature {
      name = "board", shared = true, state = { cards = udf.list {}, last = 0 },
      actions = { add = { title = "string" }, take = { title = "string" }, turn = {} },
      reduce = {
        add = function(state, action)
          state.last = state.last + 1
          table.insert(state.cards, { n = state.last, title = action.title })
        end,
        take = function(state, action)
          for i, card in ipairs(state.cards) do
            if card.title == action.title then table.remove(state.cards, i) return end
          end
          error("there is no " .. action.title)
        end,
        turn = function(state)
          local turned = udf.list {}
          for i = #state.cards, 1, -1 do table.insert(turned, { n = state.cards[i].n, title = state.cards[i].title }) end
          state.cards = turned
        end,
      },
      onRejected = function(cx, action) cx.send { type = "own/missed", title = action.title } end,
    }
    local own = udf.feature {
      name = "own", state = { added = 0, missed = udf.list {}, at = udf.list {} },
      reduce = {
        ["board/add"] = function(state) state.added = state.added + 1 end,
        missed = function(state, action) table.insert(state.missed, action.title) end,
        note = function(state) table.insert(state.at, state.added) end,
      },
    }
    return udf.app { name = "follow", features = { board, own } }
    """

  private static func line(_ generator: inout SeededGenerator) -> String {
    let title = ["a", "b", "c"].randomElement(using: &generator) ?? ""
    return [
      "for i = 1, 5 do board.add{ title = '\(title)' } end", "board.add{ title = '\(title)' }",
      "pcall(board.take, { title = '\(title)' })", "board.turn{}", "dispatch{ type = 'own/note' }", ":undo", ":undo 2",
      ":redo", ":log", ":at 1", ":at live",
    ].randomElement(using: &generator) ?? ""
  }

  @Test("has the present state at every moment, also when actions of other hosts come before those that it has seen")
  func follow() throws {
    let schema = try JSONSchema.ofBatch()
    var seen: Set<String> = []
    var compared = 0
    for number in 0..<Extent.runs(daily: 6, nightly: 100) {
      var generator = SeededGenerator(seed: Seed.current &+ UInt64(number))
      let folder = AppFolder(app: Self.app, features: [:])
      let log = ["--log", "sqlite:\(folder.path)/follow.log?snapshots=20", "--keep-going"]
      // Two other hosts send at the same time.
      var others: [pid_t] = []
      defer { for process in others { _ = Launch.wait(for: process) } }
      for host in 0..<2 {
        let lines = (0..<60).map { _ in Self.line(&generator) }
        let input = open(folder.write("lines-\(host)", lines.joined(separator: "\n") + "\n"), O_RDONLY | O_CLOEXEC)
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { for descriptor in [input, nothing] { close(descriptor) } }
        others.append(
          try Launch.spawn(
            [folder.app, "--data", "\(folder.path)/data-\(host)"] + log, environment: Launch.environment(folder.path),
            input: input, output: nothing, error: nothing))
      }
      var arguments = ["--json", "--data", folder.path + "/data"] + log
      for _ in 0..<40 { arguments += ["-e", Self.line(&generator), "-e", "'now'", "-e", ":state"] }
      let run = try Batch(folder, arguments: arguments, in: folder.path)
      var follower = JSONFollower()
      var isNow = false
      var isPast = false
      for line in run.lines {
        let object = try follower.read(line)
        seen.insert(object["kind"].text ?? "")
        if let problem = schema.problem(object) { Issue.record("\(line): \(problem); \(Seed.replay)") }
        if object["kind"] == "at" { isPast = object["live"] == false }
        guard object["kind"] == "value" else { continue }
        if isNow, !isPast {
          compared += 1
          if !follower.holds(object["value"]) {
            Issue.record("\(follower.state) is not \(object["value"]); \(Seed.replay)\n\(run.output)")
            return
          }
        }
        isNow = object["value"] == "now"
      }
    }
    // A session that goes to a past point early compares nothing.
    #expect(compared > 0, "\(Seed.replay)")
    #expect(seen.contains("confirm") && seen.contains("confirmed"))
  }
}
