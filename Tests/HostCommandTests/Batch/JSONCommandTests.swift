import SocketTesting
import Testing
import UDFHost
import UDFServices

@Suite("The JSON lines of subcommands")
struct JSONCommandTests {
  private let folder = AppFolder()

  /// Expects that all lines fit the schema of a subcommand, and that each of its kinds occurs. `besides`: kinds that only a
  /// failing file system causes.
  private func expect(_ lines: [String], fit subcommand: String, besides: Set<String> = []) throws {
    let schema = try JSONSchema.of(subcommand)
    var seen: Set<String> = []
    for line in lines {
      let object = try JSONReader.value(of: Array(line.utf8), isExact: true)
      seen.insert(object["kind"].text ?? "")
      if let problem = schema.problem(object) { Issue.record("\(line): \(problem)") }
    }
    #expect(schema.kinds.subtracting(seen).subtracting(besides) == [], "\(lines)")
  }

  private func write(asking: String = "hosts = { '*:*' }, files = { '/' }, env = { 'A' }") {
    folder.write(
      "app.lua",
      "return require('udf').app { name = 'a', grants = { \(asking) }, features = { require 'features.counter' } }")
  }

  @Test("of check and features fit the documented schema")
  func check() throws {
    write()
    folder.write("features/odd.lua", "local x = 1\nlocal function f() return y end\n")
    folder.write("b_test.lua", "nope()")
    let check = try Batch(folder, folder.app, "--json", app: "check")
    let features = try Batch(folder, folder.app, "--json", app: "features")
    folder.write("app.lua", "return (")
    try expect(check.lines + Batch(folder, folder.app, "--json", app: "check").lines, fit: "check")
    try expect(features.lines + Batch(folder, folder.app, "--json", app: "features").lines, fit: "features")
  }

  @Test("of test fit the documented schema, also with --watch")
  func test() throws {
    folder.write(
      "a_test.lua",
      """
      local test = require "udf.test"
      test.it("passes", function() print("p") end)
      test.it("differs", function() test.expect({ a = 1 }).to_equal { a = 2 } end)
      """)
    let run = try Batch(folder, folder.path, "--json", app: "test")
    let terminal = try Terminal(
      folder, folder.path, "--watch", "--json", "--filter", "sings", app: "test", columns: 2000)
    try terminal.wait(forText: "no test's name contains")
    folder.write("a_test.lua", "require('udf.test').it('sings', function() end)")
    try terminal.wait { $0.text.contains(#""kind":"run""#) && $0.text.contains(#""passed":1"#) }
    terminal.type("\u{3}")
    #expect(terminal.end() == 130)
    try expect(run.lines + terminal.screen.lines.filter { $0.hasPrefix("{") }, fit: "test", besides: ["log"])
  }

  @Test("of replay fit the documented schema")
  func replay() throws {
    let session = folder.path + "/s.session"
    _ = try Batch(folder, "--record", session, "-e", "counter.inc{}", "-e", "event('counter.tap')")
    folder.write("features/counter.lua", AppFolder.counterFeature.replacing("or 1)", with: "or 2)"))
    try expect(Batch(folder, folder.app, session, "--json", "-v", app: "replay").lines, fit: "replay")
  }

  @Test("of sync-check and data fit the documented schema")
  func others() throws {
    let server = try RawServer { _ in
      RawServer.ok(#"{"version":2,"epoch":"E","from":null,"next":"T","more":false,"changes":0,"mutations":{}}"# + "\n")
    }
    defer { server.stop() }
    let check = try Batch(folder, server.url, "--json", "--read-only", "--wait", "0.1", app: "sync-check")
    try expect(check.lines, fit: "sync-check")
    #expect(check.code == 1)
    let bank = BankFolder()
    try bank.keep()
    try expect(bank.command("list", "--json").lines, fit: "data")
  }
}
