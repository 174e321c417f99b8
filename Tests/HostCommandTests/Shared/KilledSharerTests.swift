import Glibc
import SeededTesting
import Testing

/// Processes that share a board through a log in a file, and that are killed in the midst of it.
@Suite("killed hosts of a shared log")
struct KilledSharerTests {
  /// Its effect prints what the log has confirmed.
  private static let feature = """
    local udf = require "udf"
    return udf.feature {
      name = "board", shared = true, state = { cards = udf.list {} },
      actions = { add = { title = "string" }, turn = {} },
      reduce = {
        add = function(state, action) table.insert(state.cards, action.title) end,
        turn = function(state)
          local turned = udf.list {}
          for i = #state.cards, 1, -1 do table.insert(turned, state.cards[i]) end
          state.cards = turned
        end,
      },
      effects = { add = function(cx, action) print(action.title) end },
    }
    """

  @Test("lose no confirmed action and make none twice, and all hosts agree")
  func killed() throws {
    var random = SeededGenerator(seed: Seed.current)
    for round in 0..<Extent.runs(daily: 8, nightly: 200) {
      let folder = AppFolder(
        app: "return require('udf').app { name = 'board', features = { require 'features.board' } }",
        features: ["board": Self.feature])
      let log = ["--log", "sqlite:\(folder.path)/board.log"]
      var confirmed: [String] = []
      var sent: Set<String> = []
      for start in 0..<Int.random(in: 2...4, using: &random) {
        var running: [(process: pid_t, output: Int32)] = []
        for host in 0..<Int.random(in: 2...4, using: &random) {
          var lines: [String] = []
          for number in 0..<Int.random(in: 5...30, using: &random) {
            let title = "\(start)-\(host)-\(number)"
            sent.insert(title)
            lines.append("board.add{ title = '\(title)' }")
            if Int.random(in: 0..<4, using: &random) == 0 { lines.append("board.turn{}") }
          }
          let script = folder.write("lines-\(start)-\(host)", lines.joined(separator: "\n") + "\n")
          let input = open(script, O_RDONLY | O_CLOEXEC)
          let pipe = Launch.pipe()
          let errors = open(folder.path + "/errors", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
          let process = try Launch.spawn(
            [folder.app, "--data", "\(folder.path)/data-\(host)"] + log, environment: Launch.environment(folder.path),
            input: input, output: pipe.writing, error: errors)
          for descriptor in [input, pipe.writing, errors] { close(descriptor) }
          running.append((process, pipe.reading))
        }
        usleep(UInt32.random(in: 20_000...400_000, using: &random))
        for (process, _) in running where Int.random(in: 0..<3, using: &random) > 0 { kill(process, SIGKILL) }
        for (process, output) in running {
          confirmed += Batch.readAll(output).split(separator: "\n").map(String.init)
          _ = Launch.wait(for: process)
        }
      }
      // With each data folder once more: what waited there is appended.
      for host in 0..<4 {
        _ = try Batch(folder, arguments: ["--data", "\(folder.path)/data-\(host)"] + log + ["-e", "1"])
      }
      let readers = try (0..<2).map { _ in
        try Batch(folder, arguments: log + ["-e", "for _, title in ipairs(state.board.cards) do print(title) end"])
      }
      let cards = readers[0].output.split(separator: "\n").map(String.init)
      let hint = "round \(round), \(Seed.replay): \(folder.read("errors"))"
      #expect(readers[0].output == readers[1].output, "\(hint)")
      #expect(Set(cards).count == cards.count, "made twice; \(hint)")
      #expect(Set(confirmed).isSubset(of: cards), "lost: \(Set(confirmed).subtracting(cards)); \(hint)")
      #expect(Set(cards).isSubset(of: sent), "\(hint)")
    }
  }
}
