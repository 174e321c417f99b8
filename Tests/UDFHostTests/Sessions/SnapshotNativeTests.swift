import FolderTesting
import HostTesting
import Platform
import Testing

@testable import UDFHost

@Suite("a saved state of features in Swift")
struct SnapshotNativeTests {
  private static let app = """
    local udf = require "udf"
    return udf.app { name = "test", features = { udf.entities { name = "rows", key = "id" } } }
    """

  @Test("restores them; a part that does not fit or is unknown is refused by name")
  func rows() throws {
    let app = try TestHost(["app": Self.app])
    try app.host.send("rows/upsert", ["rows": [["id": "a", "n": 1.0], ["id": "b", "n": .list([])]]])
    let saved = try app.state("rows.rows")
    try app.host.save(to: app.folder("x.json"))
    try app.host.send("rows/remove", ["key": "a"])
    try app.host.load(from: app.folder("x.json"))
    #expect(try app.state("rows.rows") == saved)

    func load(_ text: String) throws -> String {
      try app.folder.save(text, to: "y.json")
      return failure { try app.host.load(from: app.folder("y.json")) }.replacing(app.folder("y.json"), with: "y.json")
    }
    #expect(
      try load(#"{ "rows": { "row": [] } }"#) == """
        y.json: rows: the state has no stored field "row". Did you mean "rows"?
          Nothing was loaded.
        """)
    #expect(
      try load(#"{ "rows": { "rows": [{ "n": 1 }] } }"#).hasPrefix("y.json: rows: its state does not fit: rows"))
    #expect(
      try load(#"{ "rows": [{ "id": "a" }] }"#) == """
        y.json: rows: its state must be a map with fields such as query, rows, got list of 1 items
          Nothing was loaded.
        """)
    #expect(try app.state("rows.rows") == saved)
  }

  @Test("restores rows of an engine until the engine delivers its own")
  func synced() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    try app.host.save(to: app.folder("x.json"))
    #expect(server.pulls.count == 1)
    let text = String(decoding: try #require(readFile(app.folder("x.json"))), as: UTF8.self)
    try app.folder.save(text.replacing(#""id": "a""#, with: #""id": "x""#), to: "x.json")
    try app.host.load(from: app.folder("x.json"))
    let slice = try #require(app.host.tree.slices["articles"] as? any HostedSlice)
    #expect(slice.plain["rows"].items.map { $0["id"] } == ["x"])
    await app.settled()
    #expect(slice.plain["rows"].items.map { $0["id"] } == ["a"])
    #expect(server.pulls.count == 1)
  }

  @Test("starts no engine, nor does a recording")
  func lazy() async throws {
    let server = NewsServer(["a": "One"])
    let folder = try TemporaryFolder()
    let app = try TestHost(NewsCore(server: server)) { $0.record = folder("session.ndjson") }
    try app.host.save(to: folder("x.json"))
    await app.settled()
    #expect(server.pulls.isEmpty)
  }
}
