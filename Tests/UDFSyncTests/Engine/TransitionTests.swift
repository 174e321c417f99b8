import Foundation
import Testing
import UDF

@testable import UDFSync

/// The table of the article ``Engine`` against the machine itself: every event in every phase where it can come.
@Suite("Transitions") struct TransitionTests {
  typealias Phase = SyncStatus.Phase

  struct Row: Sendable {
    let name: String
    let phases: [Phase]
    /// Sends the event, after what has to come before it.
    let send: @Sendable (inout MachineRig) -> Void

    init(
      _ name: String, in phases: [Phase] = TransitionTests.phases,
      _ send: @escaping @Sendable (inout MachineRig) -> Void
    ) {
      self.name = name
      self.phases = phases
      self.send = send
    }
  }

  static let phases: [Phase] = [.closed, .opening, .seeding, .idle, .pushing, .pulling, .waiting, .halted]
  static let openPhases: [Phase] = [.seeding, .idle, .pushing, .pulling, .waiting, .halted]
  /// Where the cache is free for something that the app changes.
  static let writable: [Phase] = [.idle, .pushing, .pulling, .waiting, .halted]

  static let rows: [Row] = [
    Row("open asked") { $0.send(.open(9)) },
    Row("pull asked") { $0.send(.pull(9, force: false)) },
    Row("pull asked, fresh", in: [.idle]) { rig in
      rig.machine.equalAt = rig.now.uptime
      rig.send(.pull(9, force: false))
    },
    Row("pull asked, left alone", in: [.waiting]) { rig in
      rig.machine.notBefore = rig.now.uptime + 60
      rig.send(.pull(9, force: true))
    },
    Row("last pull cancelled", in: [.opening, .seeding, .pulling]) { rig in
      if rig.machine.pullers.isEmpty { rig.send(.pull(2, force: true)) }
      rig.send(.cancelPull(2))
    },
    Row("mutation asked") { $0.mutate() },
    Row("mutation written", in: writable) { rig in
      rig.mutate()
      rig.commit()
    },
    Row("mutation not written", in: writable) { rig in
      rig.mutate()
      rig.send(.committed(.failure(CacheFailure(.full, "full"))))
    },
    Row("mutation of several rows written, server not yet asked", in: [.idle]) { rig in
      rig.mutateAll()
      rig.commit()
    },
    Row("mutation of several rows asked, server does not take it") { rig in
      rig.machine.pageTakesAll = false
      rig.mutateAll()
    },
    Row("damage found in writing", in: writable) { rig in
      rig.mutate()
      rig.send(.committed(.failure(CacheFailure(.corrupt, "damaged"))))
    },
    Row("damage found in reading", in: openPhases) { rig in
      if rig.machine.phase == .seeding {
        rig.send(.damaged(CacheFailure(.corrupt, "damaged")))
        rig.send(.seeded(.success(nil)))
        return rig.send(.committed(.success(1)))
      }
      rig.send(.damaged(CacheFailure(.corrupt, "damaged")))
    },
    Row("reset asked") { $0.send(.change(.reset(outbox: true), 9)) },
    Row("reset written", in: writable) { rig in
      rig.send(.change(.reset(outbox: true), 9))
      rig.commit()
    },
    Row("parameters asked") { $0.send(.change(.filter(["n": 1], of: ""), 9)) },
    Row("parameters written", in: writable) { rig in
      rig.machine.hasPulled = true
      rig.send(.change(.filter(["n": 1], of: ""), 9))
      rig.commit()
    },
    Row("dead letters buried", in: writable) { rig in
      rig.send(.change(.bury([1]), 9))
      rig.commit()
    },
    Row("dead letter retried", in: writable) { rig in
      rig.machine.contents?.deadLetters[1] = PendingMutation(Mutation(id: 1, .delete, RowKey("a")))
      rig.send(.change(.revive([1], nil), 9))
      rig.commit()
    },
    Row("request makes progress", in: [.pushing, .pulling]) { rig in
      rig.now.uptime += 20
      rig.send(.progressed(rig.number, RequestProgress(first: rig.now.uptime, last: rig.now.uptime)))
      rig.now.uptime += 20
      rig.send(.timer)
    },
    Row("opened", in: [.opening]) { $0.open() },
    Row("opened, seeded before", in: [.opening]) { rig in
      var write = CacheWrite()
      write.seeds = true
      _ = rig.table.commit(write)
      rig.open()
    },
    Row("damage found in opening", in: [.opening]) { $0.send(.opened(.failure(CacheFailure(.corrupt, "damaged")))) },
    Row("cache is newer", in: [.opening]) { $0.send(.opened(.failure(CacheFailure(.newer, "newer")))) },
    Row("cache cannot be opened", in: [.opening]) { $0.send(.opened(.failure(CacheFailure(.busy, "busy")))) },
    Row("seed read", in: [.seeding]) { $0.send(.seeded(.success(Seed([])))) },
    Row("seed broken", in: [.seeding]) { $0.send(.seeded(.failure(SeedFailure("broken")))) },
    Row("seed written", in: [.seeding]) { rig in
      rig.send(.seeded(.success(nil)))
      rig.commit()
    },
    Row("seed not written", in: [.seeding]) { rig in
      rig.send(.seeded(.success(nil)))
      rig.send(.committed(.failure(CacheFailure(.full, "full"))))
    },
    Row("page", in: [.pulling]) {
      $0.send(.pulled($0.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1"))))
    },
    Row("last page written", in: [.pulling]) { rig in
      rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1"))))
      rig.commit()
    },
    Row("page written, more to come", in: [.pulling]) { rig in
      rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1", hasMore: true))))
      rig.commit()
    },
    Row("page of the former parameters", in: [.pulling]) { rig in
      rig.send(.change(.filter(["n": 1], of: ""), 9))
      let commands = rig.commands
      rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1"))))
      rig.commands = commands
      rig.commit()
    },
    Row("page not written", in: [.pulling]) { rig in
      rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1"))))
      rig.send(.committed(.failure(CacheFailure(.full, "full"))))
    },
    Row("page over a pending mutation, policy asked", in: [.pulling]) { $0.meetConflict() },
    Row("rows under mutations read", in: [.pulling]) { rig in
      rig.meetConflict()
      rig.find()
    },
    Row("conflict resolved", in: [.pulling]) { rig in
      rig.meetConflict()
      rig.find()
      rig.send(.resolved(rig.number, [Conflict.ID(mutation: 1, key: RowKey("a")): .success(.drop)]))
    },
    Row("page of another epoch", in: [.pulling]) { rig in
      rig.send(.pulled(rig.number, .success(rig.page(epoch: "E1", hasMore: true))))
      rig.commit()
      rig.send(.pulled(rig.number, .success(rig.page(epoch: "E2", hasMore: true))))
    },
    Row("page to another token", in: [.pulling]) {
      $0.send(.pulled($0.number, .success(ModelServer.page(from: .some("T9"), next: "T1"))))
    },
    Row("not modified", in: [.pulling]) { rig in
      rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1"))))
      rig.commit()
      rig.machine.contents?.etag = "E1"
      rig.send(.pull(9, force: true))
      rig.send(.pulled(rig.number, .success(.notModified(age: 0))))
    },
    Row("not modified, not asked for", in: [.pulling]) { $0.send(.pulled($0.number, .success(.notModified(age: 0)))) },
    Row("token expired", in: [.pulling]) { rig in
      rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1", hasMore: true))))
      rig.commit()
      rig.send(.pulled(rig.number, .failure(RemoteFailure(.expired, "expired"))))
    },
    Row("outcomes", in: [.pushing]) { $0.send(.pushed($0.number, .success(PushReply([(1, .applied)])))) },
    Row("outcomes written", in: [.pushing]) { rig in
      rig.send(.pushed(rig.number, .success(PushReply([(1, .applied)]))))
      rig.commit()
    },
    Row("outcomes not written", in: [.pushing]) { rig in
      rig.send(.pushed(rig.number, .success(PushReply([(1, .applied)]))))
      rig.send(.committed(.failure(CacheFailure(.full, "full"))))
    },
    Row("row was given another key", in: [.pushing]) { $0.giveKey() },
    Row("row was given another key, mutations read", in: [.pushing]) { rig in
      rig.giveKey()
      rig.find()
    },
    Row("mutation answered with a conflict, written", in: [.pushing]) { rig in
      rig.send(.pushed(rig.number, .success(PushReply([(1, .conflict())]))))
      rig.commit()
    },
    Row("mutation answered with a conflict again, written", in: [.pushing]) { rig in
      rig.machine.conflicts[1] = 1
      rig.send(.pushed(rig.number, .success(PushReply([(1, .conflict())]))))
      rig.commit()
    },
    Row("several mutations refused at once", in: [.pushing]) { rig in
      rig.pushTwo()
      rig.fail(.refused)
    },
    Row("one mutation refused", in: [.pushing]) { $0.fail(.refused) },
    Row("no mutations taken", in: [.pushing]) { $0.fail(.unsupported) },
    Row("no mutations taken, last page written", in: [.pulling]) { rig in
      rig.fail(.unavailable)
      rig.mutate()
      rig.commit()
      rig.send(.pull(9, force: true))
      rig.fail(.unsupported)
      rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1"))))
      rig.commit()
    },
    Row("server unavailable or garbled", in: [.pushing, .pulling]) { $0.fail(.unavailable) },
    Row("server refuses the caller", in: [.pushing, .pulling]) { $0.fail(.unauthorized) },
    Row("pull refused", in: [.pulling]) { $0.fail(.refused) },
    Row("answer to another request") { rig in
      rig.send(.pulled(99, .success(.notModified(age: 0))))
      let commands = rig.commands
      rig.send(.pushed(99, .success(PushReply([]))))
      rig.commands = commands + rig.commands
    },
    Row("time is over") { rig in
      rig.now.uptime += 3600
      rig.send(.timer)
    },
    Row("stop asked") { $0.send(.stop(9)) },
  ]

  static func cell(_ row: Row, _ phase: Phase) -> String {
    guard row.phases.contains(phase) else { return "" }
    var rig = MachineRig()
    rig.enter(phase)
    row.send(&rig)
    let words = rig.commands.compactMap(\.word)
    let after = rig.machine.phase
    if after == phase, words.isEmpty { return "·" }
    return (after == phase ? words : ["**\(after)**"] + words).joined(separator: " ")
  }

  static var table: String {
    let head =
      "| event | \(phases.map { "\($0)" }.joined(separator: " | ")) |\n|---|\(phases.map { _ in "---|" }.joined())"
    let lines = (rows + streamRows).map { row in
      "| \(row.name) | \(phases.map { cell(row, $0) }.joined(separator: " | ")) |"
    }
    return ([head] + lines).joined(separator: "\n")
  }

  @Test("every phase can be entered", arguments: phases)
  func enter(phase: Phase) {
    var rig = MachineRig()
    rig.enter(phase)
    #expect(rig.machine.phase == phase)
  }

  @Test("each event has in each phase the documented result")
  func article() throws {
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/UDFSync/UDFSync.docc/Engine.md")
    let lines = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "\n")
    let written = lines.drop { !$0.hasPrefix("| event") }.prefix { $0.hasPrefix("|") }
    let real = Self.table.components(separatedBy: "\n")
    for (written, real) in zip(written, real) { #expect(written == real) }
    #expect(written.count == real.count)
  }
}

extension MachineRig {
  /// A mutation waits that was never sent, and a page changes its row.
  fileprivate mutating func meetConflict() {
    machine.conflict = .serverWins
    mutate()
    commit()
    send(.pulled(number, .success(ModelServer.page(.put("a", "theirs", version: 1), next: "T1"))))
  }

  /// The server has given the pending row another key.
  fileprivate mutating func giveKey() {
    let row = SyncRow(RowKey("7"), version: 1, body: json("7", "mine"))
    send(.pushed(number, .success(PushReply([(1, .stored(.put(row)))]))))
  }

  /// Tells the machine the rows that it looks for.
  fileprivate mutating func find() {
    for case .find(let keys, let ids, let letters, let mentioned) in commands {
      let found = (
        rows: table.rows(of: keys), mutations: table.mutations(ids), letters: table.deadLetters(letters),
        mentioning: table.rows(mentioning: mentioned)
      )
      send(.found(.success(found)))
    }
  }

  fileprivate func page(epoch: String, hasMore: Bool) -> PullReply {
    let change = RowChange.put("a", "a", version: 1)
    return .page(
      PullPage(next: "T\(number)", hasMore: hasMore, changes: [change], mutations: [machine.client: 0], epoch: epoch))
  }

  /// From a push of one mutation to one of two.
  fileprivate mutating func pushTwo() {
    fail(.unavailable)
    mutate()
    commit()
    send(.pull(9, force: true))
  }

  fileprivate mutating func fail(_ code: RemoteFailure.Code) {
    let failure = RemoteFailure(code, "feed: no")
    if machine.phase == .pushing {
      send(.pushed(number, .failure(failure)))
    } else {
      send(.pulled(number, .failure(failure)))
    }
  }
}
