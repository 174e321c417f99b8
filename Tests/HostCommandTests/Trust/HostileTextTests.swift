import SeededTesting
import Testing
import UDFHost

@Suite("Text with control characters")
struct HostileTextTests {
  /// An app whose author puts such text wherever an app can put text.
  private func app(_ seed: UInt64) -> AppFolder {
    var hostile = HostileText(seed: seed)
    let (action, event, key) = (hostile.quoted("action"), hostile.quoted("event"), hostile.quoted("key"))
    let folder = AppFolder(
      app: """
        local udf = require "udf"
        local feature = udf.feature {
          name = "bad",
          state = { rows = {}, n = 0 },
          events = { [\(event)] = "write", tap = "write" },
          reduce = {
            write = function(state) state.rows[\(key)] = \(hostile.quoted("value")); state.n = state.n + 1 end,
            [\(action)] = function(state) state.n = state.n + 1 end,
            fail = function() error(\(hostile.quoted("failure"))) end,
            odd = function() error({ code = \(hostile.quoted("code")), message = \(hostile.quoted("message")) }) end,
          },
          effects = {
            write = function(cx) cx.log("warning", \(hostile.quoted("logged")), { [\(key)] = \(hostile.quoted("field")) }) end,
            [\(action)] = function(cx) error(\(hostile.quoted("effect"))) end,
          },
          view = function(state)
            return udf.screen { title = \(hostile.quoted("title")), udf.text(\(hostile.quoted("text"))) }
          end,
        }
        return udf.app { name = \(hostile.quoted("app")), features = { feature },
          services = { odd = { [\(hostile.quoted("method"))] = function() end } } }
        """, features: [:])
    folder.write(
      "bad_test.lua",
      """
      local test = require "udf.test"
      test.it(\(hostile.quoted("test")), function()
        print(\(hostile.quoted("printed")))
        test.expect({ [\(key)] = \(hostile.quoted("was")) }).to_equal { [\(key)] = \(hostile.quoted("expected")) }
      end)
      """)
    return folder
  }

  private static let lines = [
    "bad.write{}", "dispatch { type = 'bad/write', extra = state.bad.rows }", "bad.fail{}", "bad.odd{}",
    "for key in pairs(bad) do bad[key]{} end", "for key in pairs(state.bad.rows) do state.bad.rows[key].x = 1 end",
    "for key, value in pairs(state.bad.rows) do error(key .. value) end",
    "for key, value in pairs(state.bad.rows) do event(key); bad[value]{} end", ":ls", ":ls bad", ":services", ":state",
    ":view bad", ":screen", ":hist", ":blame bad.rows", ":watch bad.rows", "bad.write{}", ":trace", ":diff 1",
    ":effects",
    ":action 1", ":print state", "print(state)", ":tap state.bad", ":undo",
    ":save x\u{1B}[2J\u{9B}y/z", ":\u{1B}[2J\u{202E}", "bad.\u{9B}x{}", "\u{1B}[2J(",
  ]

  @Test("of an app, its data and its user is escaped on standard error, in JSON, and in the output of each subcommand")
  func pipes() throws {
    for number in 0..<Extent.runs(daily: 3, nightly: 60) {
      let seed = Seed.current &+ UInt64(number)
      let folder = app(seed)
      let arguments = Self.lines.flatMap { ["-e", $0] }
      let runs: [(String, Batch)] = [
        ("text", try Batch(folder, arguments: ["-v", "--keep-going"] + arguments)),
        ("json", try Batch(folder, arguments: ["--json", "-v", "--keep-going"] + arguments)),
        ("check", try Batch(folder, folder.app, app: "check")),
        ("check --json", try Batch(folder, folder.app, "--json", app: "check")),
        ("features", try Batch(folder, folder.app, app: "features")),
        ("test", try Batch(folder, folder.app, app: "test")),
        ("test --json", try Batch(folder, folder.app, "--json", app: "test")),
        ("usage", try Batch(folder, arguments: ["--\u{1B}[2J\u{9B}\u{202E}"])),
        ("absent", try Batch(folder, app: folder.path + "/a\u{1B}[2J\u{202E}.lua")),
      ]
      for (name, run) in runs {
        #expect(HostileText.commands(in: run.error) == [], "\(name): \(run.error.debugDescription); \(Seed.replay)")
        // Only the values and prints of text batch are data that a pipe gets unchanged.
        if name.contains("json") {
          #expect(HostileText.commands(in: run.output) == [], "\(name): \(run.output.debugDescription); \(Seed.replay)")
        }
      }
      #expect(runs[0].1.error.contains("failure") && runs[0].1.error.contains("logged"))
      #expect(runs[1].1.output.contains(#""kind":"value""#))
    }
  }

  @Test("reaches a terminal only escaped")
  func terminal() throws {
    for number in 0..<Extent.runs(daily: 1, nightly: 20) {
      let folder = app(Seed.current &+ UInt64(number))
      let terminal = try Terminal(folder, columns: 100)
      try terminal.waitForPrompt()
      for line in Self.lines where line.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value < 0x7F }) {
        _ = try terminal.enter(line)
      }
      #expect(HostileText.commands(onTerminal: terminal.screen.raw) == [], "\(Seed.replay)")
      terminal.type("\u{4}")
      #expect(terminal.end() == 0)
    }
  }
}
