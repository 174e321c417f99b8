import Testing
import UDF

@testable import UDFHost

/// The tests that every adapter of the documentation must pass.
enum AdapterScenario {
  case pages, offline, conflict, refusal, lostAnswer, pulledFirst, lostNewRow, lostTwoPuts, lostDeletion, gone, expired

  func run<API: MockAPI>(_: API.Type) async throws {
    let count = self == .pages ? 250 : 3
    // With this policy new changes are sent after a pull.
    let options = self == .pulledFirst ? "conflict = \"server\"," : ""
    let app = try AdapterApp(API(titles: (1...count).map { "\(1000 + $0)" }), options: options)
    try await app.looked()
    #expect(app.titles == (1...count).map { "\(1000 + $0)" })
    #expect(app.sync.problem == nil)
    switch self {
    case .pages: try await pages(app)
    case .offline: try await offline(app)
    case .conflict: try await conflict(app)
    case .refusal: try await refusal(app)
    case .lostAnswer: try await lostAnswer(app)
    case .pulledFirst: try await pulledFirst(app)
    case .lostNewRow: try await lostNewRow(app)
    case .lostTwoPuts: try await lostTwoPuts(app)
    case .lostDeletion: try await lostDeletion(app)
    case .gone: try await gone(app)
    case .expired: try await expired(app)
    }
    #expect(app.sync.pending == 0)
    #expect(app.sync.problem == nil)
    #expect(app.titles == app.server.api.rows.map { $0["title"].text ?? "?" }.sorted())
    #expect(app.host.errors.isEmpty)
  }

  private func pages<API>(_ app: AdapterApp<API>) async throws {
    #expect(app.server.asked.count(where: { $0.hasPrefix("GET") }) > 1)
    app.server.edit { api in
      api.edit(249, "title", "Edited")
      api.delete(2)
    }
    try await app.send("pull{ force = true }")
    #expect(app.titles.count == 249)
    #expect(app.titles.last == "Edited")
    #expect(!app.titles.contains("1002"))
  }

  private func offline<API>(_ app: AdapterApp<API>) async throws {
    app.server.goDown(true)
    try await app.patch(2, "title = 'Mine'")
    #expect(app.titles == ["1001", "1003", "Mine"])
    #expect(app.sync.pending == 1)
    #expect(app.sync.phase == "waiting")
    app.server.goDown(false)
    await app.retried()
    #expect(app.server.api.changes == 1)
    #expect(app.titles.contains("Mine"))
  }

  private func conflict<API>(_ app: AdapterApp<API>) async throws {
    app.server.edit { $0.edit(2, "note", "theirs") }
    try await app.patch(2, "title = 'Mine'")
    let row = try #require(app.server.api.rows.first { $0["title"] == "Mine" })
    #expect(row["note"] == "theirs")
    #expect(app.server.api.changes == 1)
    #expect(app.sync.dead == 0)
  }

  private func refusal<API>(_ app: AdapterApp<API>) async throws {
    try await app.patch(2, "title = ''")
    #expect(app.sync.dead == 1)
    let message = app.host.actions.last { $0.fields["mutation"] != .none }?.fields["message"].text
    #expect(message?.hasSuffix("needs a title") == true)
  }

  private func lostAnswer<API>(_ app: AdapterApp<API>) async throws {
    app.server.loseNextChange()
    try await app.patch(2, "title = 'Mine'")
    #expect(app.sync.pending == 1)
    await app.retried()
    #expect(app.server.api.changes == 1)
    #expect(app.sync.dead == 0)
    #expect(app.titles.contains("Mine"))
  }

  private func pulledFirst<API>(_ app: AdapterApp<API>) async throws {
    app.server.loseNextChange()
    try await app.patch(2, "title = 'Mine'")
    try await app.patch(1, "title = 'Later'")
    await app.retried()
    #expect(app.server.api.changes == 2)
    #expect(app.sync.dead == 0)
    #expect(app.titles == ["1003", "Later", "Mine"])
  }

  private func lostNewRow<API>(_ app: AdapterApp<API>) async throws {
    app.server.loseNextChange()
    try await app.send("mutate{ put = { \(app.keyField) = 'new', title = 'New' } }")
    #expect(app.titles.last == "New")
    await app.retried()
    #expect(app.server.api.rows.count == 4)
    #expect(app.sync.dead == 0)
    #expect(app.titles.last == "New")
  }

  private func lostTwoPuts<API>(_ app: AdapterApp<API>) async throws {
    app.server.loseNextChange()
    try await app.send("mutate{ put = { \(app.keyField) = 'new', title = 'New' } }")
    try await app.send("mutate{ put = { \(app.keyField) = 'new', title = 'Newer' } }")
    await app.retried()
    #expect(app.server.api.rows.count == 4)
    #expect(app.sync.dead == 0)
    #expect(app.titles.last == "Newer")
  }

  private func lostDeletion<API>(_ app: AdapterApp<API>) async throws {
    app.server.loseNextChange()
    try await app.send("mutate{ key = \(API.key(2)), delete = true }")
    #expect(app.titles == ["1001", "1003"])
    await app.retried()
    #expect(app.server.api.changes == 1)
    #expect(app.titles == ["1001", "1003"])
  }

  private func gone<API>(_ app: AdapterApp<API>) async throws {
    app.server.edit { $0.delete(2) }
    try await app.patch(2, "title = 'Mine'")
    #expect(app.sync.dead == 1)
    #expect(app.titles == ["1001", "1003"])
  }

  private func expired<API>(_ app: AdapterApp<API>) async throws {
    app.server.edit { $0.expire() }
    try await app.patch(2, "title = 'Mine'")
    #expect(app.server.asked.count(where: { $0.hasSuffix(" 401") }) == 1)
    #expect(app.server.api.changes == 1)
  }
}
