import FolderTesting
import HostTesting
import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("a save that changes the schema of rows")
struct SyncMigrationTests {
  @Test("migrates and shows the present rows, without a network")
  func migrated() async throws {
    let folder = try TemporaryFolder()
    let server = NewsServer(["a": "One", "b": "Two"])
    let app = try TestHost(NewsCore(server: server, cache: SQLiteCache(patience: 600))) { $0.data = folder.path }
    try await app.looked()
    #expect(app.titles == ["One", "Two"])
    server.fail(RemoteFailure(.unavailable, "no network"))
    let articles = NewsFeed.articles(
      """
      schema = 2, migrate = function(row, from)
        if row.id == "b" then error { message = "no such row in schema 2" } end
        row.title = row.title .. " of schema " .. from
        return row
      end,
      """)
    #expect(try app.reload("articles", as: articles)?.ok == true)
    await app.settled()
    #expect(app.titles == ["One of schema 1"])
    #expect(
      app.sync["notice"].text == """
        articles: its rows were of schema 1, and this app has 2; they were migrated, and the next pull fetches all. Rows \
        that could not be migrated: 1, the first was "b": no such row in schema 2
        """)
    server.fail(nil)
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.titles == ["One", "Two"])
    app.host.stop()
  }

  @Test("continues when the next save interrupts it")
  func reloaded() async throws {
    let folder = try TemporaryFolder()
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server, cache: SQLiteCache(patience: 600))) { $0.data = folder.path }
    try await app.looked()
    server.fail(RemoteFailure(.unavailable, "no network"))
    let migrate = "schema = 2, migrate = function(row) row.title = row.title .. \"!\" return row end,"
    // Neither save waits for the engine of the one before.
    for ttl in 1...3 {
      #expect(try app.reload("articles", as: NewsFeed.articles("\(migrate) ttl = \(ttl),"))?.ok == true)
    }
    await app.settled()
    #expect(app.titles == ["One!"])
    try app.run(#"articles.mutate{ put = { id = "b", title = "Two" } }"#)
    await app.settled()
    #expect(app.titles == ["One!", "Two"])
    app.host.stop()
  }

  @Test("is refused if migrate is not a function")
  func refused() throws {
    let failure = #expect(throws: HostError.self) {
      try TestHost(NewsCore(server: NewsServer()), articles: NewsFeed.articles("schema = 2, migrate = 7,"))
    }
    #expect(failure?.message.contains("migrate must be a function, got number 7") == true, "\(failure?.message ?? "")")
  }
}
