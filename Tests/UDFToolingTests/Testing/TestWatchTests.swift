import FileWatching
import FolderTesting
import HostTesting
import Testing

@testable import UDFTooling

@Suite("watched tests")
struct TestWatchTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, source) in TestedApp.users { try folder.save(source, to: name) }
    try folder.save(
      TestedApp.file(#"it("has rows", function() expect(require("rows")).to_equal { 1 } end)"#), to: "rows_test.lua")
    try folder.save("return { 1 }", to: "rows.lua")
    try folder.save(
      TestedApp.file(#"it("is empty", function() expect(test.store().view("users").count).to_equal(0) end)"#),
      to: "users_test.lua")
    return folder
  }

  /// Runs all tests, then does `saves` one after the other, and gives what was run after each: the saved files, the test files
  /// and how many passed and failed.
  private static func rounds(
    in folder: TemporaryFolder, mode: WatchMode = .auto, _ saves: [@Sendable () throws -> Void]
  ) async throws -> [String] {
    try await onOwnThread {
      // A save may be held up between emptying its file and filling it.
      let watch = TestWatch(try TestRunner(folder.path), mode: mode, emptiedPause: .seconds(3600))
      var lines: [String] = []
      func run() {
        let round = watch.next()
        let summary = watch.run(round) { _, _ in }
        func names(_ files: [String]) -> String { files.map { $0.replacing(folder.path + "/", with: "") }.description }
        lines.append("\(names(round.saved)) \(names(round.files)) \(summary.passed) \(summary.failed)")
      }
      run()
      for save in saves {
        try save()
        run()
      }
      return lines
    }
  }

  @Test("run again what a saved file concerns: itself, or what requires it", arguments: [WatchMode.auto, .poll])
  func concerned(mode: WatchMode) async throws {
    let folder = try Self.folder()
    let lines = try await Self.rounds(
      in: folder, mode: mode,
      [
        { try folder.save("return { 1, 2 }", to: "rows.lua") },
        { try folder.save(TestedApp.users["users.lua", default: ""] + "\n", to: "users.lua") },
        { try folder.save(TestedApp.file(#"it("is there", function() end)"#), to: "users_test.lua") },
      ])
    #expect(
      lines == [
        #"[] ["rows_test.lua", "users_test.lua"] 2 0"#, #"["rows.lua"] ["rows_test.lua"] 0 1"#,
        #"["users.lua"] ["users_test.lua"] 1 0"#, #"["users_test.lua"] ["users_test.lua"] 1 0"#,
      ])
  }

  @Test("go on after a file that does not load, find new files, and a module that was missing")
  func going() async throws {
    let folder = try Self.folder()
    let lines = try await Self.rounds(
      in: folder,
      [
        { try folder.save("it(", to: "users_test.lua") },
        {
          // Whole at once: what is new is run as it is found.
          try folder.save(TestedApp.file(#"it("needs", function() require "more" end)"#), to: "new")
          try folder.run("mv", "new", "new_test.lua")
        },
        { try folder.save("return 1", to: "more.lua") },
        { try folder.save(TestedApp.file(#"it("is whole", function() end)"#), to: "users_test.lua") },
      ])
    #expect(
      lines.dropFirst() == [
        #"["users_test.lua"] ["users_test.lua"] 0 1"#, #"["new_test.lua"] ["new_test.lua"] 0 1"#,
        #"["more.lua"] ["new_test.lua"] 1 0"#, #"["users_test.lua"] ["users_test.lua"] 1 0"#,
      ])
  }
}
