import Foundation
import Testing

@testable import UDFTooling

@Suite("the rules of sync-check") struct SyncRuleTests {
  private func page(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/UDFSync/UDFSync.docc")
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test("are all on the page of the protocol")
  func named() throws {
    let page = try page("Protocol.md")
    #expect(SyncRule.allCases.filter { !page.contains("`\($0.rawValue)`") } == [])
  }

  @Test("are all on the page of the command, with their requirements")
  func listed() throws {
    let lines = try page("Conformance.md").split(separator: "\n")
    let rows = lines.drop { $0 != "## The rules" }.filter { $0.hasPrefix("| `") }
    #expect(rows == SyncRule.allCases.map { "| `\($0.rawValue)` | \($0.requirement) |" })
  }
}
