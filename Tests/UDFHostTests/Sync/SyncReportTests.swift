import HostTesting
import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("the report of a sync feature's problem")
struct SyncReportTests {
  @Test("is emitted once for each change of the problem, with pending and refused mutations, and once when it ends")
  func once() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    #expect(app.syncReports == [])
    server.fail(RemoteFailure(.unavailable, "the server is down"))
    for title in ["1", "2", "3"] {
      try app.run(#"articles.mutate{ put = { id = "b", title = "\#(title)" } }"#)
      try app.run("articles.pull{ force = true }")
      await app.settled()
    }
    #expect(app.syncReports.map(\.problem) == ["the server is down"])
    #expect(app.syncReports.last?.pending == 1)
    #expect(app.sync["code"] == "unavailable")
    server.fail(RemoteFailure(.unauthorized, "log in first"))
    app.pass(60)
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.syncReports.map(\.problem) == ["the server is down", "log in first"])
    #expect(app.syncReports.last?.pending == 3)
    #expect(app.sync["code"] == "unauthorized")
    #expect(app.actions.last { $0.type == "articles/failed" }?.fields["code"] == "unauthorized")
    server.fail(nil)
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.syncReports.last == SyncReport(feature: "articles", problem: nil, pending: 0, dead: 0))
    #expect(app.syncReports.count == 3)
    #expect(app.sync["code"] == .none)
  }

  @Test("names a reducer that refused the rows")
  func blocked() async throws {
    let badge = Source.feature(
      """
        name = "badge", state = {}, reduce = { ["articles/synced"] = function() error("no room") end },
      """)
    let app = try TestHost(NewsCore(server: NewsServer(["a": "One"])), ["badge": badge])
    try await app.looked()
    #expect(app.syncReports.map(\.problem) == [app.sync["blocked"].text])
    #expect(app.syncReports.first?.problem?.contains("no room") == true)
  }
}

extension TestHost {
  fileprivate var syncReports: [SyncReport] {
    events.compactMap { if case .sync(let report) = $0 { report } else { nil } }
  }
}
