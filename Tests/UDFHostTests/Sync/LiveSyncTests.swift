import HostTesting
import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("live changes")
struct LiveSyncTests {
  /// A host whose rows are live: the row `a` with the title `One`.
  private func liveHost(_ server: NewsServer, _ options: String = "") async throws -> TestHost {
    server.offerLive()
    let app = try TestHost(NewsCore(server: server), articles: NewsFeed.articles(options))
    try await app.looked()
    await app.polled { app.sync["live"] == true && server.waitingStreams == 1 }
    return app
  }

  @Test("of the server reach the state without an action of the app")
  func change() async throws {
    let server = NewsServer(["a": "One"])
    let app = try await liveHost(server)
    server.put("b", "Two")
    await app.polled { app.titles == ["One", "Two"] }
    server.delete("a")
    await app.polled { app.titles == ["Two"] }
    #expect(server.pulls.count == 1)
    app.pass(3600)
    try app.run("articles.pull{}")
    await app.settled()
    #expect(server.pulls.count == 1)
    #expect(app.sync["stale"] == false)
  }

  @Test("settling does not wait for an open stream, and waits until it has confirmed an own change")
  func settle() async throws {
    let server = NewsServer(["a": "One"])
    let app = try await liveHost(server)
    #expect(app.host.isSettled)
    try app.run(#"articles.mutate{ key = "a", patch = { title = "Mine" } }"#)
    await app.settled()
    #expect(app.titles == ["Mine"])
    #expect(app.sync["pending"] == 0)
    #expect(app.sync["live"] == true)
    #expect(server.pulls.count == 1)
  }

  @Test("cause one action each, and no status")
  func actions() async throws {
    let server = NewsServer(["a": "One"])
    let app = try await liveHost(server)
    app.forgetEvents()
    for number in 1...20 {
      server.put("a", "\(number)")
      await app.polled { app.titles == ["\(number)"] }
    }
    #expect(app.actions.map(\.type) == Array(repeating: "articles/synced", count: 20))
  }

  @Test("are disabled by live = false")
  func off() async throws {
    let server = NewsServer(["a": "One"])
    server.offerLive()
    let app = try TestHost(NewsCore(server: server), articles: NewsFeed.articles("live = false,"))
    try await app.looked()
    #expect(app.sync["live"] == .none)
    #expect(server.opened == 0)
  }

  @Test("do not arrive after a wipe, until the app pulls again")
  func wiped() async throws {
    let server = NewsServer(["a": "One"])
    let app = try await liveHost(server)
    try app.host.wipe()
    await app.polled { app.titles == [] }
    server.put("b", "Two")
    await app.settled()
    #expect(app.titles == [])
    try app.run("articles.pull{ force = true }")
    await app.polled { app.titles == ["One", "Two"] && app.sync["live"] == true }
    server.put("c", "Three")
    await app.polled { app.titles == ["One", "Two", "Three"] }
  }

  @Test("end when the host stops; a reload with the same options keeps the stream, with others opens another")
  func ended() async throws {
    let server = NewsServer(["a": "One"])
    let app = try await liveHost(server)
    _ = try app.reload("articles", as: NewsFeed.articles("-- the same"))
    #expect(app.sync["live"] == true)
    #expect(server.opened == 1)
    _ = try app.reload("articles", as: NewsFeed.articles("ttl = 5,"))
    await app.polled { server.opened == 2 && server.waitingStreams == 1 && app.sync["live"] == true }
    app.host.stop()
    while server.waitingStreams > 0 { await Task.yield() }
  }
}

extension TestHost {
  /// Lets the host run until something is so.
  fileprivate func polled(until isSo: () -> Bool) async {
    while !isSo() {
      host.poll()
      await Task.yield()
    }
  }
}
