import HostTesting
import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("time and settling")
struct SyncTimeTests {
  @Test("a failure is reported at once and retried; settling does not wait for the retry")
  func retry() async throws {
    let server = NewsServer(["a": "One"])
    server.fail(RemoteFailure(.unavailable, "busy", retryAfter: 5))
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    #expect(app.sync["phase"] == "waiting")
    #expect(app.sync["retryIn"].double ?? 0 >= 5)
    #expect(app.host.nextDue ?? 0 >= 5)
    #expect(server.pulls.count == 1)
    server.fail(nil)
    app.pass(4)
    await app.settled()
    #expect(server.pulls.count == 1)
    app.pass(60)
    while app.titles.isEmpty {
      app.host.poll()
      await Task.yield()
    }
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(app.sync["problem"] == .none)
    #expect(app.sync["phase"] == "idle")
  }

  @Test("rows become stale after the ttl, which is reported; a pull within it sends no request")
  func stale() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), articles: NewsFeed.articles("ttl = 100,"))
    try await app.looked()
    app.pass(99)
    try app.run("articles.pull{}")
    await app.settled()
    #expect(server.pulls.count == 1)
    #expect(app.sync["stale"] == false)
    app.pass(1)
    while app.sync["stale"] == false {
      app.host.poll()
      await Task.yield()
    }
    #expect(app.actions.last?.type == "articles/status")
    try app.run("articles.pull{}")
    await app.settled()
    #expect(server.pulls.count == 2)
    #expect(app.sync["stale"] == false)
  }

  /// Stops waiting for a pull that the server does not answer, as a batch does after `--settle`.
  private func giveUp(_ app: TestHost) async {
    app.host.stopAwaiting()
    // The cache may still be opened.
    while !app.host.isSettled {
      app.host.poll()
      await Task.yield()
    }
  }

  @Test("a batch that has stopped waiting for the server still waits until a change is in the app")
  func changeAfterGivingUp() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    server.hold()
    try app.run("articles.pull{ force = true }")
    await giveUp(app)
    try app.run("articles.mutate{ key = 'a', patch = { title = 'Two' } }")
    #expect(!app.host.isSettled)
    #expect(app.host.settle(timeout: 60))
    #expect(app.titles == ["Two"])
    #expect(app.sync["pending"] == 1)
    #expect(server.pushes.isEmpty)
    server.release()
  }

  @Test("the prompt's settle also waits for a pull for which a batch has stopped waiting")
  func settleOnceMore() async throws {
    let server = NewsServer(["a": "One"])
    server.hold()
    let app = try TestHost(NewsCore(server: server))
    try app.run("articles.pull{}")
    await giveUp(app)
    #expect(app.failure("settle(0)").contains("effects did not settle within 0.0 s: engine of articles"))
    server.release()
    await app.settled()
    #expect(app.titles == ["One"])
  }

  @Test("the prompt's settle waits for a pending pull")
  func settle() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try app.run("articles.pull{}")
    #expect(!app.host.isSettled)
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(app.host.isSettled)
  }
}
