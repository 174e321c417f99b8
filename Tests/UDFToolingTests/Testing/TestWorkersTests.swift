import FolderTesting
import HostTesting
import Testing

@testable import UDFTooling

@Suite("concurrent test files")
struct TestWorkersTests {
  private static func files(_ count: Int) -> [String: String] {
    var files = TestedApp.users
    for index in 10..<(10 + count) {
      files["a\(index)_test.lua"] = TestedApp.file(
        """
        for i = 1, 3 do it("test " .. i, function()
          print("\(index)." .. i)
          test.store().send({ type = "users/loaded", rows = { \(index) } }, function(state) state.users.rows = { \(index) } end)
        end) end
        """)
    }
    return files
  }

  @Test("have the same results in the same order with any number of workers", arguments: [1, 2, 8])
  func order(jobs: Int) throws {
    let app = try TestedApp(files: Self.files(12), jobs: jobs)
    #expect(app.failure == "")
    let expected = (10..<22).flatMap { file in (1...3).map { "\(file).\($0)" } }
    #expect(app.results.flatMap(\.output) == expected)
    #expect(app.summary.passed == 36)
  }

  @Test("are not affected by one that loops, does not load, or uses all memory")
  func unruly() throws {
    var files = Self.files(4)
    files["a11_test.lua"] = TestedApp.file(#"it("loops", function() while true do end end)"#)
    files["a12_test.lua"] = "return = 1"
    files["a135_test.lua"] = TestedApp.file(
      #"it("eats", function() local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(100000) .. i end end)"#)
    let app = try TestedApp(files: files, budget: 1, jobs: 4)
    #expect(app.results.map(\.status).count { $0 == .passed } == 6)
    let failures = app.results.compactMap(\.failure?.error.message)
    #expect(failures.count == 3)
    #expect(failures[0] == "a11_test.lua:3: stopped: the time budget of 1.0 s is spent")
    #expect(failures[1].hasPrefix("a12_test.lua:1:8: "))
    #expect(failures[2].hasPrefix("a135_test.lua:3: "))
  }

  @Test("report their progress: files and tests that have ended, and the test that started last")
  func progress() throws {
    var files = Self.files(2)
    files["a11_test.lua"] = TestedApp.file(#"it("fails", function() error("no") end)"#)
    let folder = try TemporaryFolder()
    for (name, source) in files { try folder.save(source, to: name) }
    var runner = try TestRunner(folder.path)
    runner.jobs = 1
    var reported: [TestProgress] = []
    func report(_ progress: TestProgress) { reported.append(progress) }
    let summary = runner.run(reporting: report) { _, _ in }
    #expect(summary.failed == 1)
    let last = try #require(reported.last)
    #expect((last.files, last.tests, last.failed) == (2, 4, 1))
    #expect(reported.allSatisfy { $0.files == 2 && $0.filesDone <= 2 })
    #expect(reported.map(\.tests) == reported.map(\.tests).sorted())
    #expect(last.current == "\(folder.path)/a11_test.lua › fails")
  }
}
