import HostTesting
import Testing
import UDFHost
import UDFTooling

/// The example of the page on screens, unchanged.
@Suite("examples in the documentation of screens")
struct ScreenExamples {
  @Test("a cart that is shown, edited and tapped")
  func cart() throws {
    let app = try TestHost(["shop": "local udf = require \"udf\"\n" + Page.blocks("Screens", of: "UDFTooling")[0]])
    let screen = try app.host.screen(rows: 1..<21)
    try app.host.type("Anna", into: "name", on: screen)
    try app.host.tap(1, on: screen)
    try app.host.tap(2, on: screen)
    #expect(try app.state("shop") == ["name": "Anna", "cart": ["milk": 1, "tea": 3]])
    #expect(try app.host.screen(rows: 1..<21).elements.first == .title("Cart", subtitle: "2 items"))
  }
}
