import Glibc
import SeededTesting
import Testing
import UDFHost

@Suite("Names and files with control characters")
struct HostileCommandTests {
  private let folder = AppFolder(app: "", features: [:])
  private static let name = "e\u{1B}[2Jvil\u{9B}2J\u{202E}x"

  /// Runs a command in a pipe and at a terminal, and expects no control character on standard error and on the terminal.
  private func expectEscaped(
    _ arguments: [String], app: String? = nil, code: Int32? = nil, containing word: String? = "vil",
    environment: [String: String] = [:], location: SourceLocation = #_sourceLocation
  ) throws {
    let run = try Batch(folder, arguments: arguments, app: app, in: folder.path, environment: environment)
    #expect(HostileText.commands(in: run.error) == [], "\(run.error.debugDescription)", sourceLocation: location)
    if let code { #expect(run.code == code, "\(run.output)\(run.error)", sourceLocation: location) }
    let terminal = try Terminal(
      folder, arguments: arguments, app: app, in: folder.path, columns: 300, environment: environment)
    _ = terminal.end()
    let raw = terminal.screen.raw
    #expect(HostileText.commands(onTerminal: raw) == [], "\(raw.debugDescription)", sourceLocation: location)
    if let word { #expect(raw.contains(word), "\(raw.debugDescription)", sourceLocation: location) }
  }

  @Test("are escaped in the messages about arguments of each subcommand")
  func arguments() throws {
    folder.write("app.lua", AppFolder.counterApp)
    folder.write("features/counter.lua", AppFolder.counterFeature)
    let evil = Self.name
    for word in ["check", "test", "features", "annotations", "serve"] {
      try expectEscaped([evil + "/app.lua"], app: word, code: 2)
    }
    try expectEscaped(["app.lua", evil], app: "replay", code: 2)
    try expectEscaped(["app", evil], app: "new", code: 2)
    try expectEscaped([evil, "x"], app: "new", code: 2)
    try expectEscaped([evil], app: "reference", code: 2)
    try expectEscaped(["--out", "/dev/null/" + evil], app: "reference", code: 1)
    try expectEscaped(["app.lua", "--out", "/dev/null/" + evil], app: "annotations", code: 1)
    try expectEscaped(["app.lua", "--address", evil], app: "serve", code: 2)
    try expectEscaped(["app.lua", "--filter", evil], app: "test", code: 2, containing: nil)
    try expectEscaped(["http://127.0.0.1:1/" + evil], app: "sync-check", code: 2, containing: nil)
    try expectEscaped(["http://127.0.0.1:1/", "--header", evil], app: "sync-check", code: 2)
    try expectEscaped(["remove", evil], app: "data", code: 2)
    try expectEscaped(["adopt", evil, "app.lua"], app: "data", code: 2)
    for option in ["--state", "-f", "--grant", "--time-limit", "--watch"] {
      try expectEscaped([option, evil, "-e", "1"], code: 2)
    }
    for option in ["--record", "--data"] {
      try expectEscaped([option, "/dev/null/" + evil, "-e", "services.kv.set('a', 1)"], containing: nil)
    }
  }

  @Test("are escaped in the paths that annotations, test and check print")
  func paths() throws {
    let place = folder.path + "/" + Self.name
    mkdir(place, 0o700)
    folder.write("\(Self.name)/app.lua", "return require('udf').app { name = 'a', features = {} }")
    folder.write("\(Self.name)/a_test.lua", "require('udf.test').it('counts', function() error('no') end)")
    try expectEscaped([place + "/app.lua"], app: "annotations", code: 0)
    try expectEscaped([place], app: "test", code: 1)
    folder.write("\(Self.name)/app.lua", "return (")
    // Errors name the file by its place in the app's folder.
    for command in ["check", "features", "serve"] {
      try expectEscaped([place + "/app.lua"], app: command, containing: "app.lua:1:")
    }
  }

  @Test("are escaped by test --watch, also when a file is saved")
  func watch() throws {
    var hostile = HostileText(seed: Seed.current)
    func test(_ word: String) -> String {
      "require('udf.test').it(\(hostile.quoted(word)), function() error(\(hostile.quoted("failure"))) end)"
    }
    let file = "\(Self.name)_test.lua"
    folder.write(file, test("first"))
    let terminal = try Terminal(folder, folder.path, "--watch", "--no-color", app: "test", columns: 200)
    try terminal.wait(forText: "\n1 failed (")
    folder.write(file, test("second"))
    try terminal.wait { $0.text.contains("saved · running") && $0.text.contains("✗ second") }
    terminal.type("/" + "o\u{9B}x\n")
    try terminal.wait(forText: "no test's name contains")
    terminal.type("\u{3}")
    #expect(terminal.end() == 130)
    #expect(HostileText.commands(onTerminal: terminal.screen.raw) == [], "\(Seed.replay)")
  }

  @Test("are escaped in the folders of data that `data list` and the question about adopting show")
  func data() throws {
    let home = AppFolder(app: "", features: [:])
    let environment = ["HOME": home.path]
    let (old, new) = ("\(folder.path)/\(Self.name)", "\(folder.path)/moved")
    mkdir(old, 0o700)
    folder.write("\(Self.name)/app.lua", "return require('udf').app { name = 'a', features = {} }")
    _ = try Batch(folder, "-e", "services.kv.set('a', 1)", app: old + "/app.lua", environment: environment)
    rename(old, new)
    try expectEscaped(["list"], app: "data", code: 0, environment: environment)
    let json = try Batch(folder, "list", "--json", app: "data", environment: environment)
    #expect(HostileText.commands(in: json.output) == [])
    #expect(json.output.contains("vil"))
    try expectEscaped(["-e", "1"], app: new + "/app.lua", environment: environment)
    let terminal = try Terminal(folder, "--no-color", app: new + "/app.lua", columns: 300, environment: environment)
    try terminal.wait(forText: "[y/N]")
    terminal.type("n\n")
    try terminal.waitForPrompt()
    terminal.type("\u{4}")
    #expect(terminal.end() == 0)
    #expect(terminal.screen.raw.contains("vil"))
    #expect(HostileText.commands(onTerminal: terminal.screen.raw) == [])
  }

  @Test("are escaped by replay, whatever a recorded session has")
  func replay() throws {
    folder.write("app.lua", AppFolder.counterApp)
    folder.write("features/counter.lua", AppFolder.counterFeature)
    let session = folder.path + "/s.session"
    _ = try Batch(folder, "--record", session, "-e", "counter.push{ sku = 'word', qty = 1 }", "-e", "counter.inc{}")
    let recorded = folder.read("s.session")
    #expect(recorded.contains("word"))
    var hostile = HostileText(seed: Seed.current)
    for word in ["\"word\"", "\"counter/inc\"", "\"counter/push\"", "\"sku\"", "\"counter\"", "\"prompt\""] {
      folder.write("s.session", recorded.replacing(word, with: hostile.json("vil")))
      try expectEscaped(["app.lua", session, "-v"], app: "replay", containing: nil)
      let json = try Batch(folder, "app.lua", session, "--json", "-v", app: "replay", in: folder.path)
      #expect(HostileText.commands(in: json.output + json.error) == [], "\(json.output.debugDescription)")
    }
  }
}
