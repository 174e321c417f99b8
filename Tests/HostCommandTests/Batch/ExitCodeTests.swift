import Glibc
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
  private let folder = AppFolder()

  /// Replaces the app by one whose only feature, `a`, is shared.
  private func shareCounter() {
    folder.write(
      "app.lua",
      """
      local udf = require "udf"
      local a = udf.feature {
        name = "a", shared = true, state = { n = 0 }, reduce = { inc = function(state) state.n = state.n + 1 end },
      }
      return udf.app { name = "counter", features = { a } }
      """)
  }

  @Test("0: success, also with nothing to do")
  func success() throws {
    #expect(try Batch(folder, "-e", "counter.inc{}").code == 0)
    #expect(try Batch(folder).code == 0)
    #expect(try Batch(folder, input: ":quit\nerror('not reached')\n").code == 0)
  }

  @Test(
    "1: an error, a refused or an unhandled action, a wrong command",
    arguments: [
      "error('x')", "x = = 1", "if", #"counter.push{ sku = "A1", qty = "many" }"#,
      #"dispatch{ type = "counter/nothing" }"#, ":nothing", ":undo", ":state nothing",
    ])
  func failure(line: String) throws {
    let run = try Batch(folder, "-e", line, "-e", "print('not reached')")
    #expect(run.code == 1)
    #expect(run.output == "")
    #expect(!run.error.isEmpty)
  }

  @Test("1: an action of an effect that has no handler")
  func effectFailure() throws {
    folder.write(
      "features/counter.lua", AppFolder.counterFeature.replacing(#"type = "inc""#, with: #"type = "oops""#))
    #expect(try Batch(folder, "-e", "counter.later{}").code == 1)
  }

  @Test("1: a failed effect while others still run, which are neither awaited nor reported as late")
  func failureBesideOthers() throws {
    folder.write(
      "app.lua",
      """
      local udf = require "udf"
      return udf.app { name = "timer", features = { udf.feature { name = "timer", state = {},
        reduce = { wait = function() end, boom = function() end },
        effects = {
          wait = function(cx) cx.sleep(60) end,
          boom = function(cx) cx.sleep(0.01) error("no wheel") end,
        },
      } } }
      """)
    let run = try Batch(folder, "--settle", "30", "-e", "timer.wait{} timer.boom{}")
    #expect(
      run.error == """
        app.lua:6: effect of timer/boom: no wheel
          The effect has ended; the state is as it left it.

        """)
    #expect(run.code == 1)
  }

  @Test("1: standard output is full, which is reported once and ends the run")
  func fullOutput() throws {
    let errors = folder.write("stderr.txt", "")
    let (output, error) = (open("/dev/full", O_WRONLY | O_CLOEXEC), open(errors, O_WRONLY | O_CLOEXEC))
    defer { for descriptor in [output, error] { close(descriptor) } }
    let process = try Launch.spawn(
      [folder.app, "-e", "1", "-e", "2"], environment: Launch.environment(folder.path), input: nil, output: output,
      error: error)
    #expect(Launch.wait(for: process) == 1)
    #expect(folder.read("stderr.txt") == "standard output: cannot be written: No space left on device\n")
  }

  @Test("1: with --keep-going the rest runs, and the code stays")
  func keepGoing() throws {
    let run = try Batch(folder, "--keep-going", "-e", "error('x')", "-e", "print('reached')")
    #expect(run.output == "reached\n")
    #expect(run.code == 1)
  }

  @Test("2: no app, wrong options, missing files")
  func usage() throws {
    #expect(try Batch(folder, app: "--no-such-option").code == 2)
    let negative = try Batch(folder, "--settle", "-1")
    #expect(negative.error.hasPrefix("Error: --settle: the seconds must not be negative\n"))
    #expect(negative.code == 2)
    for arguments in [[folder.app, "--seed", "-1"], ["test", folder.path, "--seed", "-1"]] {
      let seed = try Batch(folder, arguments: Array(arguments.dropFirst()), app: arguments[0])
      #expect(seed.error.hasPrefix("Error: The value '-1' is invalid for '--seed <number>'\n"))
      #expect(seed.code == 2)
    }
    #expect(try Batch(folder, "--grant", "file=x").code == 2)
    let missing = try Batch(folder, app: folder.path + "/ap.lua")
    #expect(
      missing.error
        == "\(folder.path)/ap.lua: there is no such file. Did you mean \"\(folder.path)/app.lua\"?\n")
    #expect(missing.code == 2)
    let misspelt = try Batch(folder, folder.app, app: "chek")
    #expect(misspelt.error == "chek: there is no such command or file. Did you mean \"udfhost check\"?\n")
    #expect(misspelt.code == 2)
    for words in [["--json", "check", folder.app], [folder.app, "check"]] {
      let late = try Batch(folder, arguments: Array(words.dropFirst()), app: words[0])
      #expect(late.error.hasSuffix("\ncheck is a command. To fix this, write it first: udfhost check …\n"))
      #expect(late.code == 2)
    }
    let elsewhere = try Batch(folder, "-e", "1", app: "news/app.lua")
    #expect(elsewhere.error == "news/app.lua: there is no such file\n")
    #expect(elsewhere.code == 2)
    let script = try Batch(folder, "-e", "print('not reached')", "-f", folder.path + "/nothing.lua")
    #expect(script.output == "")
    #expect(script.code == 2)
    let scripts = try Batch(folder, "-f", folder.path)
    #expect(scripts.error.hasPrefix("\(folder.path): this is not a file\n"))
    #expect(scripts.code == 2)
  }

  @Test("2: an error in the command line is broken between words in a narrow window")
  func narrow() throws {
    let terminal = try Terminal(folder, "session", app: "replay", columns: 50)
    #expect(terminal.end() == 2)
    #expect(
      terminal.screen.lines.prefix(6) == [
        "Error: Missing expected argument '<session>'", "Help:  <session>  The file that --record has",
        "  written.", "Usage: udfhost replay APP.lua SESSION [--json]", "  [--verbose] [--no-color]",
        "  See 'udfhost replay --help' for more",
      ])
  }

  @Test("check, features and test need no argument in the app's folder")
  func workingFolder() throws {
    #expect(try Batch(folder, command: "udfhost check").lines.last?.hasPrefix("checked 2 files") == true)
    #expect(try Batch(folder, command: "udfhost features").output.hasPrefix("counter  features/counter.lua"))
    #expect(try Batch(folder, command: "udfhost -e 1").output == "1\n")
    let none = try Batch(folder, command: "cd features && udfhost check")
    #expect(
      none.error == """
        the working folder has no app.lua
          To fix this, name the app: APP.lua, or its folder

        """)
    #expect(none.code == 2)
    #expect(try Batch(folder, command: "cd features && udfhost").error.hasPrefix("OVERVIEW: Run apps"))
  }

  @Test("2: a folder without an app; a folder with one is fine")
  func folders() throws {
    #expect(try Batch(folder, "-e", "1", app: folder.path).output == "1\n")
    let run = try Batch(folder, app: folder.path + "/features")
    #expect(run.error == "\(folder.path)/features: this folder has no app.lua\n")
    #expect(run.code == 2)
  }

  @Test("2: an app that does not load, reported on standard error or as JSON")
  func brokenApp() throws {
    folder.write("app.lua", "return {")
    let run = try Batch(folder, "-e", "print('not reached')")
    #expect(run.code == 2)
    #expect(run.output == "")
    #expect(run.error.contains("app.lua:1"))
    let json = try Batch(folder, "--json", "-e", "1")
    #expect(json.code == 2)
    #expect(json.output.hasPrefix(#"{"kind":"error","#))
  }

  @Test("3: effects that did not settle")
  func unsettled() throws {
    let run = try Batch(folder, "--settle", "0.1", "-e", "counter.later{ s = 60 }")
    #expect(run.code == 3)
    #expect(
      run.error == """
        effects were still running after 0.1 s: effect of counter/later
          They were cancelled; the state is as they left it.
          To fix this, wait longer with --settle SECONDS, or mark effects that never end with udf.background.

        """)
  }

  @Test("3: a line whose effects did not settle is reported once, and the next lines do not wait for them again")
  func unsettledLine() throws {
    let run = try Batch(
      folder, "--settle", "0.1", "-e", "counter.later{ s = 60 }", "-e", "counter.later{ s = 0.001 }", "-e",
      "state.counter.count", "-e", "print('last')")
    #expect(run.output == "1\nlast\n")
    #expect(
      run.error == """
        effects were still running after 0.1 s: effect of counter/later
          They continue while the next lines run, and are cancelled at the end.
          To fix this, wait longer with --settle SECONDS, or mark effects that never end with udf.background.

        """)
    #expect(run.code == 3)
    let requests = """
      local udf = require "udf"
      return udf.app { name = "timer", features = { udf.feature { name = "timer", state = {},
        reduce = { wait = function() end },
        effects = { wait = udf.debounce(60, function() end) },
      } } }
      """
    folder.write("app.lua", requests)
    let waiting = try Batch(
      folder, "--settle", "0.1", "-e", "timer.wait{}", "-e", "print('next')", "-e", "timer.wait{}")
    #expect(waiting.output == "next\n")
    #expect(waiting.error.components(separatedBy: "effect of timer/wait").count == 3)
    #expect(waiting.code == 3)
  }

  @Test("130: interrupted in a script, and while waiting for effects")
  func interrupted() throws {
    let loop = try Batch(
      folder, input: "print('on')\nwhile true do end\nprint('not reached')\n",
      afterFirstLine: { kill($0, SIGINT) })
    #expect(loop.code == 130)
    #expect(loop.output == "on\n")
    let effect = try Batch(
      folder, "--settle", "30", "-e", "counter.later{ s = 60 } print('on')",
      afterFirstLine: { kill($0, SIGINT) })
    #expect(effect.code == 130)
    #expect(
      effect.error == """
        stopped: interrupted while effects were running: effect of counter/later
          They were cancelled; the state is as they left it.

        """)
    let rest = try Batch(
      folder, "--settle", "30", "-e", "counter.later{ s = 60 } print('on')", "-e", "print('not reached')",
      afterFirstLine: { kill($0, SIGINT) })
    #expect(rest.error.hasSuffix("as they left it. The remaining input was not run.\n"))
  }

  @Test("1: an error names the effects that it cancels")
  func cancelledByError() throws {
    let run = try Batch(folder, "-e", "counter.later{ s = 60 } error 'enough'")
    #expect(run.code == 1)
    #expect(
      run.error == """
        -e:1: enough
        stopped: an error ended the run while effects were running: effect of counter/later
          They were cancelled; the state is as they left it. To fix this, correct the error, or use --keep-going.

        """)
  }

  @Test("1: an error names the shared actions that wait, and the next run has all of them")
  func leftOver() throws {
    shareCounter()
    let log = ["--log", "sqlite:\(folder.path)/a.log", "--data", folder.path + "/data"]
    let lines = ["--settle", "0", "-e", "for i = 1, 2000 do a.inc{} end error 'enough'"]
    let run = try Batch(folder, arguments: log + lines, in: folder.path)
    #expect(run.code == 1)
    #expect(run.error.contains(/has not confirmed [0-9,]+ shared actions\n/))
    let local = try Batch(folder, arguments: Array(log.suffix(2)) + ["-e", "state.a.n"], in: folder.path)
    #expect(local.output == "0\n")
    let note = /log: [0-9]+ actions wait for the log \/.*\/a\.log\. Start the app with that log to send what waits\.\n/
    #expect(local.error.contains(note))
    let next = try Batch(folder, arguments: log + ["-e", "a.inc{}", "-e", "state.a.n"], in: folder.path)
    #expect(next.output == "2001\n")
    #expect(next.code == 0)
  }

  @Test("1: an error waits until the log has the shared actions before it")
  func errorAfterShared() throws {
    shareCounter()
    let log = ["--log", "sqlite:\(folder.path)/a.log"]
    let lines = ["--data", folder.path + "/data", "-e", "a.inc{} error 'enough'"]
    let run = try Batch(folder, arguments: log + lines, in: folder.path)
    #expect(run.error == "-e:1: enough\n")
    #expect(run.code == 1)
    let other = ["--data", folder.path + "/other", "-e", "state.a.n"]
    #expect(try Batch(folder, arguments: log + other, in: folder.path).output == "1\n")
  }

  @Test("1: the shared log could not be followed to the end")
  func cutOff() throws {
    shareCounter()
    folder.write(
      "other.log", "This is no database, and long enough to be read as one: " + String(repeating: "-", count: 200))
    let run = try Batch(folder, "--log", "sqlite:\(folder.path)/other.log", "-e", "1")
    #expect(run.output == "1\n")
    #expect(run.error.contains("This host no longer follows the log"))
    #expect(run.code == 1)
  }

  @Test("1: the shared log was not reached, so the state lacks what other hosts have sent")
  func unreached() throws {
    shareCounter()
    let offline = try Batch(folder, "--log", "redis://127.0.0.1:1", "-e", "state.a.n")
    #expect(offline.output == "0\n")
    #expect(offline.error.contains("Connection refused") && offline.error.contains("Shared actions stay on this host"))
    #expect(offline.code == 1)
    let path = "\(folder.path)/none.log"
    let reader = try Batch(folder, "--log", "sqlite:\(path)?mode=read", "-e", "state.a.n")
    #expect(
      reader.error == """
        [warning] log: \(path): there is no log; a host that starts without mode=read makes it, or check that the address is right
            The state follows when the log answers.

        """)
    #expect(reader.code == 1)
    #expect(access(path, F_OK) != 0, "it made the log")
    let send = try Batch(folder, "--log", "redis://127.0.0.1:1", "-e", "a.inc{}")
    #expect(send.code == 3)
  }

  @Test("2: with --json, a wrong path is an object on standard output")
  func json() throws {
    let run = try Batch(folder, "/nope", "--json", app: "check")
    #expect(run.output == #"{"kind":"error","code":"usage","message":"/nope: there is no such file"}"# + "\n")
    #expect(run.error == "")
    #expect(run.code == 2)
  }
}
