import Testing
import UDFHost

/// The example of the page on screens, as it stands there.
@Suite("examples in the documentation of screens")
struct ScreenExamples {
  private static func page(_ here: String = #filePath) throws -> String {
    let root = here.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    let bytes = try #require(readFile("\(root)/Sources/UDFHost/UDFHost.docc/Screens.md"))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a cart that is looked at, written to and tapped")
  func cart() throws {
    let page = try Self.page()
    let start = try #require(page.firstRange(of: "```lua\n"))
    let end = try #require(page[start.upperBound...].firstRange(of: "\n```"))
    let app = try TestHost(["shop": "local udf = require \"udf\"\n" + page[start.upperBound..<end.lowerBound]])
    let screen = try app.host.screen(rows: 1..<21)
    try app.host.type("Anna", into: "name", on: screen)
    try app.host.tap(1, on: screen)
    try app.host.tap(2, on: screen)
    #expect(try app.state("shop") == ["name": "Anna", "cart": ["milk": 1, "tea": 3]])
    #expect(try app.host.screen(rows: 1..<21).elements.first == .title("Cart", subtitle: "2 items"))
  }
}
