import Glibc
import Testing

@Suite("A script that cannot be stopped")
struct StuckTests {
  private let folder = AppFolder()

  /// Moving the keys to more room, where they share one place, takes the square of their number.
  init() {
    folder.write(
      "app.lua",
      """
      local udf = require "udf"
      local function hang()
        local t = {}
        for i = 1, (1 << 18) + 1 do
          t[i * ((1 << 19) - 1)] = true
        end
      end
      return udf.app { name = "stuck", features = { udf.feature {
        name = "s", state = { n = 0 },
        reduce = { inc = function(state) state.n = state.n + 1 end, hang = hang, later = function() end },
        effects = { later = function(cx) cx.sleep(0.01) hang() end },
      }, udf.sync { name = "notes", key = "id" } } }
      """)
  }

  @Test("in batch ends by the watchdog with 4, which names the line, and keeps the session and the output")
  func batch() throws {
    let run = try Batch(
      folder, "--record", folder.path + "/s.session", "-e", "s.inc{} print(state.s.n)", "-e",
      "print('on') s.hang{}", "-e", "print('no')")
    #expect(run.code == 4)
    #expect(run.output == "1\non\n")
    #expect(run.error.hasPrefix("app.lua:5: the script does not stop\n  It has used 5 s of a processor since"))
    let replay = try Batch(folder, folder.app, folder.path + "/s.session", app: "replay")
    #expect(replay.code == 0)
    #expect(replay.output.hasPrefix("✓ 1 action replayed"))
  }

  @Test("leaves the values of kv and the rows of sync features as they were written last")
  func stores() throws {
    let data = ["--data", folder.path + "/data"]
    let lines = [
      "for i = 1, 50 do services.kv.set('k' .. i, { i, ('x'):rep(1000) }) end",
      "for i = 1, 50 do notes.mutate{ put = { id = 'n' .. i, text = ('y'):rep(1000) } } end", "s.hang{}",
    ]
    let stuck = try Batch(folder, arguments: data + lines.flatMap { ["-e", $0] })
    #expect(stuck.code == 4, "\(stuck.error)")
    let next = try Batch(
      folder,
      arguments: data + [
        "-e", "#services.kv.keys()", "-e", "services.kv.get('k50')[1]", "-e", "state.notes.count", "-e",
        "#state.notes.byKey.n50.text",
      ])
    #expect(next.lines == ["50", "50", "50", "1000"], "\(next.output)\(next.error)")
  }

  @Test("at a terminal also restores the settings, also while a line is edited")
  func terminal() throws {
    let terminal = try Terminal(folder, "--no-color")
    try terminal.waitForPrompt()
    _ = try terminal.enter("s.later{}")
    #expect(terminal.end() == 4)
    #expect(terminal.isRestored)
    #expect(terminal.screen.text.contains("app.lua:5: the script does not stop"))
  }

  @Test("ends at once with 130 after the second Ctrl-C")
  func interrupted() throws {
    let terminal = try Terminal(folder, "--no-color")
    try terminal.waitForPrompt()
    var code: Int32?
    var attempt = 0
    // A Ctrl-C that comes before the last statement stops the line.
    while code == nil, attempt < 20 {
      attempt += 1
      // If the table is full, the next key moves all keys.
      terminal.type(
        "t = {} for i = 1, 1 << 18 do t[i * ((1 << 19) - 1)] = true end print('on \(attempt)') t[-1] = true\n")
      try terminal.wait { $0.lines.contains("on \(attempt)") }
      code = terminal.end(typing: "\u{3}")
    }
    #expect(code == 130)
    #expect(terminal.isRestored)
  }
}
