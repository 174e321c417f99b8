import HostTesting
import Platform
import Testing

@testable import UDFHost

@Suite("a saved state of an app with a flow")
struct SnapshotFlowTests {
  private let app: TestHost

  init() throws { app = try TestHost(example: "shop") }

  private func load(_ text: String) throws -> String {
    try app.folder.save(text, to: "x.json")
    return failure { try app.host.load(from: app.folder("x.json")) }.replacing(app.folder("x.json"), with: "x.json")
  }

  @Test("contains the path of screens")
  func path() throws {
    try app.run("nav.push('product', { sku = 'A1' })")
    let screens = app.host.screens
    #expect(screens.count == 2)
    try app.host.save(to: app.folder("x.json"))
    try app.run("nav.pop()")
    try app.host.load(from: app.folder("x.json"))
    #expect(app.host.screens == screens)
    try app.run("nav.pop()")
    #expect(app.host.screens.count == 1)
  }

  @Test("restores a path although a link now needs another param")
  func otherLink() throws {
    try app.run("nav.push('product', { sku = 'A1' })")
    try app.host.save(to: app.folder("x.json"))
    let saved = String(decoding: try #require(readFile(app.folder("x.json"))), as: UTF8.self)
    let other = saved.replacing(#""sku": "A1"\#n            }"#, with: #""id": "A1"\#n            }"#)
    #expect(other != saved)
    #expect(try load(other) == "")
    #expect(app.host.screens.map(\.route).last == "product")
  }

  @Test("written by a person needs only routes; a removed route is refused")
  func byHand() throws {
    #expect(try load(#"{ "nav": { "path": [{ "route": "cart" }, { "route": "cart" }] } }"#) == "")
    #expect(app.host.screens.map(\.route) == ["cart", "cart"])
    #expect(Set(app.host.screens.map(\.id)).count == 2)
    let before = try app.state()
    #expect(
      try load(#"{ "nav": { "path": [{ "route": "gone" }] } }"#).hasPrefix(
        "x.json: nav: path[1]: there is no route \"gone\"."))
    #expect(
      try load(#"{ "nav": { "path": [] } }"#) == """
        x.json: nav: path must be a list of at least one screen, got list of 0 items
          Nothing was loaded.
        """)
    #expect(
      try load(#"{ "nav": { "path": [{ "route": "product" }] } }"#) == """
        x.json: nav: path[1]: "product" needs the param sku, as its link says: /products/:sku
          Nothing was loaded.
        """)
    #expect(
      try load(
        #"{ "nav": { "path": [{ "route": "cart", "id": 1 }, { "route": "cart", "id": 1 }] } }"#) == """
          x.json: nav: path[2]: id must be a number that no other screen has, got number 1
            Nothing was loaded.
          """)
    for (screen, problem) in [
      ("\"params\": false", "params must be a map, got boolean false"),
      ("\"params\": null", "params must be a map, got null"),
      ("\"params\": [1, 2]", "params must be a map, got list of 2 items"),
      ("\"id\": false", "id must be a number that no other screen has, got boolean false"),
    ] {
      #expect(
        try load(#"{ "nav": { "path": [{ "route": "cart", \#(screen) }] } }"#)
          == "x.json: nav: path[1]: \(problem)\n  Nothing was loaded.")
    }
    #expect(try app.state() == before)
  }
}
