import Glibc
import Testing

@Suite("sessions in the command")
struct SessionTests {
  private let folder = AppFolder()
  private var session: String { folder.path + "/s.ndjson" }

  @Test("history and JSON › save, restart with --state, load: equal")
  func saved() throws {
    let file = folder.path + "/x.json"
    let saving = try Batch(
      folder, "-v", "-e", "counter.push{ sku = '\\0é\"', qty = 3 }", "-e", "counter.inc{ by = 7 }", "-e",
      ":save \(file)",
      "-e", "state.counter")
    #expect(saving.code == 0)
    #expect(saving.error.hasSuffix("saved \(file)\n"))
    let restarted = try Batch(folder, "--state", file, "-e", "state.counter")
    #expect(restarted.output == saving.output)
    let loaded = try Batch(folder, "-e", ":load \(file)", "-e", "state.counter")
    #expect(loaded.output == saving.output)
    let json = try Batch(folder, "--json", "-e", ":load \(file)", "-e", "state.counter.count")
    #expect(
      json.answers == [
        #"{"kind":"loaded","file":"\#(file)"}"#,
        #"{"kind":"change","op":"set","path":["counter","count"],"old":0,"new":7}"#,
        #"{"kind":"change","op":"insert","path":["counter","items",1],"new":{"qty":3,"sku":"\u0000é\""}}"#,
        #"{"kind":"value","line":2,"index":1,"value":7}"#,
      ])
  }

  @Test("files after commands may be quoted and begin with ~/")
  func typedPaths() throws {
    let run = try Batch(
      folder, "-e", ":save ~/x.json", "-e", #":save "y z.json""#, "-e", ":load '~/x.json'", in: folder.path)
    #expect(run.error == "")
    #expect(!folder.read("x.json").isEmpty)
    #expect(!folder.read("y z.json").isEmpty)
  }

  @Test("a session that was cut before its first action is no success")
  func cut() throws {
    #expect(try Batch(folder, "--record", session, "-e", "counter.inc{}").code == 0)
    let whole = folder.read("s.ndjson")
    #expect(try Batch(folder, folder.app, session, app: "replay").output == "✓ 1 action replayed, no difference\n")
    let start = try #require(whole.firstRange(of: #"{"kind":"action""#)?.lowerBound)
    folder.write("s.ndjson", String(whole[..<start]) + #"{"kind":"act"#)
    let run = try Batch(folder, folder.app, session, app: "replay")
    #expect(
      run.output == """
        the last line is incomplete and was skipped: the host was killed while it wrote it, or the file was cut
        the session has no complete action, so nothing was compared
        ✗ no action replayed

        """)
    #expect(run.code == 1)
  }

  @Test("previewable › --state x.json shows that view")
  func preview() throws {
    let file = folder.write("x.json", #"{ "counter": { "count": 41 } }"#)
    let run = try Batch(folder, "--state", file, "-e", "view.counter.label")
    #expect(run.lines == ["count is 41"])
  }

  @Test("a state that does not fit ends the start with 2; :load and :save report the problem")
  func wrong() throws {
    let file = folder.write("x.json", #"{ "conter": {} }"#)
    let text = """
      \(file): there is no feature "conter". Did you mean "counter"?
        Nothing was loaded.

      """
    let run = try Batch(folder, "--state", file, "-e", "1")
    #expect(run.error == text)
    #expect(run.code == 2)
    let load = try Batch(folder, "-e", ":load \(file)")
    #expect(load.error == text)
    #expect(load.code == 1)
    #expect(try Batch(folder, "-e", ":save").error == ":save: takes the name of a file\n")
  }

  @Test("at the prompt, each command for files reports what it did, or that there was nothing to do")
  func told() throws {
    let state = folder.path + "/x.json"
    let test = folder.path + "/counter_test.lua"
    let terminal = try Terminal(folder, "--no-color", columns: 120)
    try terminal.waitForPrompt()
    #expect(try terminal.enter(":rec off") == ["no test is being recorded; :rec FILE begins one"])
    #expect(try terminal.enter(":rec \(test)") == ["recording \(test)"])
    #expect(try terminal.enter(":rec off") == [":rec off: no action was sent, so no test was written"])
    _ = try terminal.enter(":rec \(test)")
    #expect(try terminal.enter("counter.inc{}").count == 2)
    #expect(try terminal.enter(":rec off") == ["written \(test)"])
    #expect(try terminal.enter(":save \(state)") == ["saved \(state)"])
    #expect(try terminal.enter(":load \(state)") == ["loaded \(state) · :undo does not go back past it"])
    let unused = folder.path + "/unused_test.lua"
    _ = try terminal.enter(":rec \(unused)")
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(terminal.screen.lines.contains("[info] no action was sent, so no test was written to \(unused)"))
  }

  @Test("a session of --record replays in another process with the same changes, and fails with other scripts")
  func replayed() throws {
    let recording = try Batch(
      folder, "-v", "--record", session, "-e", "counter.inc{}", "-e", "counter.later{ s = 0 }", "-e", "settle(600)",
      "-e", "counter.push{ sku = 'x', qty = 2 }", "-e", ":undo")
    #expect(recording.code == 0)
    let run = try Batch(folder, folder.path, session, app: "replay")
    #expect(run.lines == ["✓ 4 actions replayed, no difference"])
    #expect(run.code == 0)
    // Line for line, but for times and for who sent it, which replaying does not ask.
    let verbose = try Batch(folder, folder.path, session, "-v", app: "replay")
    func changes(_ text: String) -> [String] {
      // The undo comes last, and a session has the state after it.
      text.split(separator: "↶")[0].split(separator: "\n").map(String.init).filter {
        $0.hasPrefix("   ") || $0.contains("  counter.")
      }
    }
    #expect(changes(verbose.output) == changes(recording.error.replacing("  features/counter.lua:21 ← #2", with: "")))

    folder.write(
      "features/counter.lua", AppFolder.counterFeature.replacing("(action.by or 1)", with: "(action.by or 2)"))
    let other = try Batch(folder, folder.path, session, app: "replay")
    #expect(
      other.output.replacing(session, with: "s.ndjson") == """
        the scripts differ from those that recorded this session
        s.ndjson:2: #1 counter/inc does not do what it did when it was recorded
          recorded: counter.count: 0 → 1
          now:      counter.count: 0 → 2
        s.ndjson:4: #3 counter/inc does not do what it did when it was recorded
          recorded: counter.count: 1 → 2
          now:      counter.count: 2 → 4
        ✗ 2 of 4 actions differ

        """)
    #expect(other.code == 1)
    let json = try Batch(folder, folder.path, session, "--json", app: "replay")
    #expect(
      json.lines.map { $0.replacing(session, with: "s.ndjson") } == [
        #"{"kind":"log","level":"warning","message":"the scripts differ from those that recorded this session"}"#,
        #"{"kind":"difference","n":1,"type":"counter/inc","fields":{},"file":"s.ndjson","line":2,"#
          + #""recorded":{"changes":[{"new":1,"old":0,"op":"set","path":["counter","count"]}],"status":"committed"},"#
          + #""replayed":{"changes":[{"new":2,"old":0,"op":"set","path":["counter","count"]}],"status":"committed"}}"#,
        #"{"kind":"difference","n":3,"type":"counter/inc","fields":{},"file":"s.ndjson","line":4,"#
          + #""recorded":{"changes":[{"new":2,"old":1,"op":"set","path":["counter","count"]}],"status":"committed"},"#
          + #""replayed":{"changes":[{"new":4,"old":2,"op":"set","path":["counter","count"]}],"status":"committed"}}"#,
        #"{"kind":"replay","actions":4,"differing":2}"#,
      ])
  }

  @Test("a host that is killed leaves a session that can be replayed")
  func killed() throws {
    let run = try Batch(
      folder, "--record", session, "-e", "for i = 1, 50 do counter.inc{} end print('go')", "-e",
      "while true do counter.inc{} end",
      afterFirstLine: { kill($0, SIGKILL) })
    #expect(run.code == 128 + SIGKILL)
    let replay = try Batch(folder, folder.path, session, app: "replay")
    #expect(replay.code == 0, "\(replay.error)")
    #expect(replay.lines.last?.hasSuffix("replayed, no difference") == true)
  }

  @Test("an invalid session, or one of another app, exits with 2")
  func noSession() throws {
    let file = folder.write("x.json", "{}\n")
    let none = try Batch(folder, folder.path, file, app: "replay")
    #expect(none.error == "\(file):1: this is not a session; give a file that --record has written\n")
    #expect(none.code == 2)
    let kept = try Batch(folder, "--record", file, "-e", "1")
    #expect(kept.code == 2)
    #expect(folder.read("x.json") == "{}\n")
    _ = try Batch(folder, "--record", session, "-e", "1")
    folder.write("app.lua", AppFolder.counterApp.replacing("\"counter\"", with: "\"other\""))
    let other = try Batch(folder, folder.path, session, app: "replay")
    #expect(other.error == "\(session):1: this is a session of the app \"counter\", and this app is \"other\"\n")
    #expect(other.code == 2)
  }

  @Test("none of them has › :rec makes a test of what is done, which udfhost test runs")
  func recorded() throws {
    let file = folder.path + "/counter_test.lua"
    let recording = try Batch(
      folder, "-e", ":rec \(file)", "-e", "counter.inc{ by = 3 }", "-e", "event('counter.tap')",
      "-e", "counter.later{ s = 0.001 }", "-e", "settle(600)", "-e", ":rec off")
    #expect(recording.error == "")
    #expect(recording.code == 0)
    let test = try Batch(folder, file, app: "test")
    #expect(test.code == 0, "\(test.output)\(folder.read("counter_test.lua"))")
    folder.write(
      "features/counter.lua", AppFolder.counterFeature.replacing("(action.by or 1)", with: "(action.by or 2)"))
    let broken = try Batch(folder, file, app: "test")
    #expect(broken.code == 1)
    #expect(broken.output.contains("counter.count: expected 4, is 5"), "\(broken.output)")
  }

  @Test(":rec outside of the app's folder warns that udfhost test will not find the app")
  func recordedOutside() throws {
    let outside = AppFolder()
    let file = outside.path + "/counter_test.lua"
    let run = try Batch(folder, "-e", ":rec \(file)", "-e", "counter.inc{}")
    #expect(outside.read("counter_test.lua").contains("counter/inc"))
    #expect(
      run.error.contains(
        """
        \(file) is outside of the app's folder, so udfhost test will not find its app
            To fix this, enter :rec off, and record to a file in \(folder.path)
        """), "\(run.error)")
    #expect(run.code == 0)
  }
}
