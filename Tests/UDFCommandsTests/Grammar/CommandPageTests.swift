import Platform
import Testing
import UDFHost

@testable import UDFCommands

@Suite("The page about the console")
struct CommandPageTests {
  private static let page = #filePath.replacing(
    "Tests/UDFCommandsTests/Grammar/CommandPageTests.swift", with: "Sources/UDFHost/UDFHost.docc/Console.md")

  @Test("has the same commands as the console's own help", arguments: CommandTable.entries)
  func complete(entry: CommandEntry) throws {
    let bytes = try #require(readFile(Self.page))
    let lines = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n"))
    let short = entry.shortForms.map { "`:\($0)`" }.joined(separator: " ")
    let row = "| `\(entry.usage.replacing("|", with: "\\|"))` | \(short) | \(entry.summary) |"
    #expect(lines.contains(row[...]), "\(row)")
  }
}
