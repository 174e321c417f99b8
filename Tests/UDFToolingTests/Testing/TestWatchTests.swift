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

  @Test("run again after a save of their file, or of a file that it requires", arguments: [WatchMode.auto, .poll])
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

  @Test("continue after a file that does not load, and find new files and missing modules")
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

  @Test("can all be run, or those that failed last, and return without a run when they are interrupted")
  func asked() async throws {
    let folder = try Self.folder()
    try folder.save(
      TestedApp.file(
        """
        it("fails", function() expect(1).to_equal(2) end)
        it("is well", function() end)
        """), to: "mixed_test.lua")
    try folder.save("it(", to: "odd_test.lua")
    let lines = try await onOwnThread {
      let watch = TestWatch(try TestRunner(folder.path), mode: .off)
      var lines: [String] = []
      func run(_ round: TestWatch.Round) {
        var names: [String] = []
        _ = watch.run(round) { _, results in names += results.map(\.name) }
        lines.append(names.map { $0.replacing(folder.path + "/", with: "") }.joined(separator: ", "))
      }
      run(watch.next())
      run(watch.allFailed())
      watch.filter = "is"
      run(watch.all())
      watch.filter = nil
      try folder.save(
        TestedApp.file(#"it("loads now", function() end) it("and more", function() end)"#), to: "odd_test.lua")
      run(watch.allFailed())
      watch.interrupt()
      run(watch.next())
      return lines
    }
    #expect(
      lines == [
        "fails, is well, odd_test.lua, has rows, is empty", "fails, odd_test.lua", "is well, odd_test.lua, is empty",
        "fails, loads now, and more", "",
      ])
  }
}
