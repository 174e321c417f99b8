import HostTesting
import Platform
import SeededTesting
import Testing
import UDFTooling

@testable import UDFHost

@Suite("a malicious file")
struct HostileFileTests {
  private let app: TestHost

  init() throws { app = try TestHost(["things": Things.source, "counter": Source.counter]) }

  private func problem(_ bytes: [UInt8], _ read: (String) throws -> Void) throws -> String {
    try app.folder.save(bytes: bytes[...], to: "x.json")
    let path = app.folder("x.json")
    do {
      try read(path)
      return ""
    } catch {
      return "\(error)".replacing(path, with: "x.json")
    }
  }

  private func load(_ text: String) throws -> String {
    try problem(Array(text.utf8)) { _ = try app.host.load(from: $0) }
  }

  private func replay(_ text: [UInt8]) throws -> String { try problem(text, readSession) }

  private func readSession(_ path: String) throws {
    var configuration = HostConfiguration(app: app.folder("app.lua"))
    configuration.core = QuietCore()
    _ = try SessionReplay(path, configuration).run { _ in }
  }

  @Test("with a state that is nested too deep is refused with the place, and nothing is loaded")
  func deepState() throws {
    let open = String(repeating: "[", count: 1_000_000)
    #expect(
      try load("{\"things\":{\"held\":\(open)")
        == "x.json:1:237: nested deeper than 220 levels\n  Nothing was loaded.")
    let deep = String(repeating: "{\"a\":", count: 210) + "1" + String(repeating: "}", count: 210)
    #expect(
      try load("{\"things\":{\"held\":\(deep)}}").contains(
        "things: the state of version 1: plain data nested deeper than 200 tables"))
  }

  @Test("with a state or session above the memory limit is refused at the place that exceeds it")
  func largeState() throws {
    let small = try TestHost(["things": Things.source]) { $0.memoryLimit = 32 << 20 }
    let text = "{\"things\":{\"held\":[" + String(repeating: "[],", count: 1_000_000) + "0]}}"
    try app.folder.save(text, to: "x.json")
    let problem = failure { _ = try small.host.load(from: app.folder("x.json")) }.replacing(
      app.folder("x.json"), with: "x.json")
    #expect(problem.hasPrefix("x.json:1:"), "\(problem)")
    #expect(
      problem.hasSuffix(
        ": the memory limit of 32 MiB is reached, and the values of this text need more\n  Nothing was loaded."),
      "\(problem)")
    #expect(small.host.machine.memory.charged == 0)
  }

  @Test("with numbers that cannot be represented is refused, and its counts are not trusted")
  func numbers() throws {
    #expect(
      try load("{\"counter\":{\"count\":1e999}}")
        == "x.json:1:21: 1e999 is too large for a number\n  Nothing was loaded.")
    #expect(try load("{\"format\":99999999999999999999,\"features\":{}}").hasSuffix("Nothing was loaded."))
    #expect(
      try load(
        "{\"format\":1,\"app\":\"test\",\"version\":1,\"features\":{\"counter\":{\"version\":9223372036854775807,\"state\":{}}}}"
      )
      .contains("its state is of version 9223372036854775807"))
  }

  @Test("made by mutations of a saved state is loaded or refused, and never half loaded")
  func mutatedState() throws {
    try app.run("counter.inc { by = 7 }")
    for value in Things.nasty where value != .number(.nan) { try app.host.send("things/add", ["value": value]) }
    try app.host.save(to: app.folder("x.json"))
    let valid = try #require(readFile(app.folder("x.json")))
    var generator = SeededGenerator(seed: Seed.current)
    for number in 0..<Extent.runs(daily: 200, nightly: 3000) {
      let bytes = Mutated.bytes(valid, using: &generator)
      let before = try app.state()
      let problem = try problem(bytes) { _ = try app.host.load(from: $0) }
      if problem.isEmpty { continue }
      #expect(try app.state() == before, "mutation \(number), \(Seed.replay)")
      #expect(problem.contains("Nothing was loaded."), "\(problem)\nmutation \(number), \(Seed.replay)")
    }
  }

  @Test("with a line of a session that is nested too deep, unfinished or inconsistent is refused with its number")
  func deepSession() throws {
    try app.host.record(to: app.folder("s.session"))
    try app.run("counter.inc { by = 7 }")
    app.host.stop()
    let valid = try #require(readFile(app.folder("s.session")))
    #expect(try replay(valid) == "")
    let deep = "{\"kind\":\"action\",\"fields\":" + String(repeating: "[", count: 100_000) + "\n"
    let lines = valid.count { $0 == UInt8(ascii: "\n") }
    #expect(
      try replay(valid + Array(deep.utf8)) == "x.json:\(lines + 1): column 246: nested deeper than 220 levels")
    var generator = SeededGenerator(seed: Seed.current)
    for number in 0..<Extent.runs(daily: 200, nightly: 3000) {
      let problem = try replay(Mutated.bytes(valid, using: &generator))
      #expect(problem.isEmpty || problem.contains("x.json"), "\(problem)\nmutation \(number), \(Seed.replay)")
    }
  }
}
