import Platform
import Testing
import UDFHost

@testable import UDFConsole

@Suite("The page about the console")
struct CommandPageTests {
  private static let page = #filePath.replacing(
    "Tests/UDFConsoleTests/Grammar/CommandPageTests.swift", with: "Sources/UDFHost/UDFHost.docc/Console.md")

  @Test("has each command as the console itself tells of it", arguments: CommandTable.entries)
  func complete(entry: CommandEntry) throws {
    let bytes = try #require(readFile(Self.page))
    let lines = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n"))
    let short = entry.shortForms.map { "`:\($0)`" }.joined(separator: " ")
    let row = "| `\(entry.usage.replacing("|", with: "\\|"))` | \(short) | \(entry.summary) |"
    #expect(lines.contains(row[...]), "\(row)")
  }
}
