import FolderTesting
import HostTesting
import Testing

@testable import UDFTooling

@Suite("pages for users of other libraries")
struct PagesForOthersTests {
  @Test("their examples pass the check and their tests", arguments: ["FromRedux", "FromTCA", "FromElm"])
  func examples(_ name: String) throws {
    let blocks = try Page.blocks(name)
    let tests = blocks.filter { $0.hasPrefix("local test") }
    let folder = try TemporaryFolder()
    try folder.save(try #require(blocks.first { !$0.hasPrefix("local test") }), to: "app.lua")
    for test in tests {
      try folder.save(test, to: "app_test.lua")
      let summary = try TestRunner(folder.path).run { _, _ in }
      #expect(summary.passed == 1 && summary.failed == 0)
    }
    let report = try Checked.check(folder("app.lua"))
    #expect(report.findings == [])
  }
}
