import FolderTesting
import HostTesting
import Platform
import SeededTesting
import Testing
import UDFHost

@testable import UDFTooling

@Suite("Checking correct apps")
struct ExamplesCheckTests {
  @Test(
    "the examples have no findings",
    arguments: [
      ("counter", 1), ("embedded/app", 2), ("login", 14), ("news", 14), ("packages", 9), ("repositories", 12),
      ("shop", 15), ("userlist", 4),
    ])
  func examples(_ name: String, _ files: Int) throws {
    let report = try Checked.check(Example.folder(name) + "/app.lua")
    #expect(report.findings == [])
    #expect(report.files == files)
  }

  @Test("after any change of an app, the check ends")
  func changes() throws {
    let folder = try TemporaryFolder()
    try folder.run("cp", "-R", Example.folder("shop") + "/.", ".")
    let names = ["app", "features/cart", "features/session", "features/orders", "flows/main", "scenes/badge"]
    let sources = try names.map { try #require(readFile(folder("\($0).lua"))) }
    let words = sources.flatMap { $0.split(whereSeparator: { $0 == 32 || $0 == 10 }) }
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<40 {
      let file = try #require(names.indices.randomElement(using: &generator))
      var lines = sources[file].split(separator: 10).map { $0.split(separator: 32) }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let line = Int.random(in: 0..<lines.count, using: &generator)
        guard let word = lines[line].indices.randomElement(using: &generator) else { continue }
        lines[line][word] = try #require(words.randomElement(using: &generator))
      }
      let changed = Array(lines.map { Array($0.joined(separator: [32])) }.joined(separator: [10]))
      try folder.save(bytes: changed[...], to: names[file] + ".lua")
      let report = try Checked.check(folder("app.lua"))
      #expect(report.files > 0, "\(Seed.replay)")
      try folder.save(bytes: sources[file][...], to: names[file] + ".lua")
    }
  }

  @Test("a missing app is a wrong argument")
  func missing() {
    #expect(failure { _ = try Checked.check("/nowhere/app.lua") } == "/nowhere/app.lua: there is no such file")
  }

  @Test("no action is sent and no effect runs")
  func idle() throws {
    let checked = try Checked([
      "one": Source.feature(
        """
          name = "one",
          events = { tap = "start" },
          reduce = { start = function() error("it ran") end },
          effects = { start = function() error("it ran") end },
        """)
    ])
    #expect(checked.report == CheckReport(files: 2, findings: []))
  }
}
