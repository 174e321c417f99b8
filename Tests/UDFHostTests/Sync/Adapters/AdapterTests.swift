import HostTesting
import Testing

@testable import UDFHost

/// The adapters of the page Adapters, as they stand there.
@Suite("worked adapters")
struct AdapterTests {
  enum Kind: CaseIterable { case couchDB, postgREST, issues }

  private func each(_ kind: Kind, _ scenario: AdapterScenario) async throws {
    switch kind {
    case .couchDB: try await scenario.run(MockCouch.self)
    case .postgREST: try await scenario.run(MockPostgREST.self)
    case .issues: try await scenario.run(MockIssues.self)
    }
  }

  @Test("the first pull receives pages, and the next one changes and deletions", arguments: Kind.allCases)
  func pages(_ kind: Kind) async throws { try await each(kind, .pages) }

  @Test("a change without a network reaches the server later", arguments: Kind.allCases)
  func offline(_ kind: Kind) async throws { try await each(kind, .offline) }

  @Test("a change of a row that another client has changed keeps both changes", arguments: Kind.allCases)
  func conflict(_ kind: Kind) async throws { try await each(kind, .conflict) }

  @Test("a change that the server refuses becomes a dead letter with its reason", arguments: Kind.allCases)
  func refusal(_ kind: Kind) async throws { try await each(kind, .refusal) }

  @Test("a change whose response is lost is made once", arguments: Kind.allCases)
  func lostAnswer(_ kind: Kind) async throws { try await each(kind, .lostAnswer) }

  @Test("a change whose response is lost, and whose outcome a pull returns, is made once", arguments: Kind.allCases)
  func pulledFirst(_ kind: Kind) async throws { try await each(kind, .pulledFirst) }

  @Test("a new row whose response is lost is made once", arguments: Kind.allCases)
  func lostNewRow(_ kind: Kind) async throws { try await each(kind, .lostNewRow) }

  @Test("a new row that is put twice, and whose first response is lost, is made once", arguments: Kind.allCases)
  func lostTwoPuts(_ kind: Kind) async throws { try await each(kind, .lostTwoPuts) }

  @Test("a deletion whose response is lost is made once, and the row stays deleted", arguments: Kind.allCases)
  func lostDeletion(_ kind: Kind) async throws { try await each(kind, .lostDeletion) }

  @Test("a change of a deleted row is reported", arguments: Kind.allCases)
  func gone(_ kind: Kind) async throws { try await each(kind, .gone) }

  @Test("credentials that have expired are renewed once, and the request is repeated", arguments: Kind.allCases)
  func expired(_ kind: Kind) async throws { try await each(kind, .expired) }

  @Test("an unchanged list is not read again")
  func unchangedList() async throws {
    let app = try AdapterApp(MockIssues(titles: (1...250).map { "\(1000 + $0)" }))
    try await app.looked()
    try await app.send("pull{ force = true }")
    #expect(
      app.server.asked == [
        "POST /token 200", "GET /issues 200", "GET /issues 200", "GET /issues 200", "GET /issues 304",
      ])
    app.server.edit { $0.edit(120, "title", "Edited") }
    try await app.send("pull{ force = true }")
    #expect(app.server.asked.suffix(3) == ["GET /issues 200", "GET /issues 200", "GET /issues 200"])
    #expect(app.titles.contains("Edited"))
    #expect(app.titles.count == 250)
  }

  @Test("a new issue gets its number, and pending changes and references follow")
  func givenNumber() async throws {
    let detail = try Page.blocks("Sync")[5].replacing("posts/synced", with: "issues/synced")
    let app = try AdapterApp(MockIssues(titles: ["1001"]), [("detail", detail)])
    try await app.looked()
    app.server.goDown(true)
    try await app.send("mutate{ put = { number = 'new 1', title = 'Parent' } }")
    try await app.send("mutate{ key = 'new 1', patch = { title = 'Renamed' } }")
    try await app.send("mutate{ put = { number = 'new 2', title = 'Child', parent = 'new 1' } }")
    try app.host.run("detail.show{ key = 'new 1' }")
    app.server.goDown(false)
    await app.retried()
    #expect(app.titles == ["1001", "Child", "Renamed"])
    #expect(app.server.api.rows.map { $0["parent"] } == [.none, .none, 2])
    #expect(try app.host.run("state.detail.selected") == 2)
    #expect(
      app.server.asked.filter { !$0.hasPrefix("GET") } == [
        "POST /token 200", "POST /issues 201", "PATCH /issues/2 200", "POST /issues 201",
      ])
    let renamed = app.host.actions.filter { $0.type == "issues/synced" }.map { $0.fields["renamed"] }
    #expect(renamed.filter { $0 != .none } == [["new 1": 2], ["new 2": 3]])
    // A screen that still shows the old key.
    try await app.send("mutate{ key = 'new 1', patch = { title = 'Again' } }")
    #expect(app.server.api.rows.map { $0["title"] } == ["1001", "Again", "Child"])
  }

  @Test("a server that limits requests receives none for the time that it requests")
  func limited() async throws {
    let app = try AdapterApp(MockIssues(titles: ["One"]))
    try await app.looked()
    app.server.edit { $0.wait = 900 }
    try await app.patch(1, "title = 'Two'")
    #expect(app.sync.problem == "the server answered 403")
    #expect(app.sync.retryIn == 900)
    app.host.pass(899)
    await app.host.settled()
    #expect(app.sync.pending == 1)
    await app.retried(after: 1)
    #expect(app.sync.pending == 0)
    #expect(app.server.api.rows.map { $0["title"] } == ["Two"])
  }
}
