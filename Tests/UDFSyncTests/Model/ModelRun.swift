import SeededTesting
import UDF

@testable import UDFSync

/// One engine's logic over a cache and a server that are values, in virtual time: each step lets one thing happen, drawn from the
/// seed, and checks what must always hold.
struct ModelRun {
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  var random: SeededGenerator
  var server = ModelServer()
  /// The server some time ago, as a replica that lags has it.
  var replica = ModelServer()
  var replicatedAt = -1e9
  var table: CacheTable
  var machine: SyncMachine
  var hasFaults = true
  let options: SyncOptions
  let conflict: ConflictPolicy
  let collection = SyncCollection("rows", folder: "/model")

  var uptime = 0.0
  var wall = 1_800_000_000.0
  /// When the server reached which version.
  var timeline: [(uptime: Double, version: Int64)] = [(-1e9, 0)]
  /// What has happened to the wall clock since may make an old cache look fresh; nothing can tell.
  var isWallTrusted = true

  var cacheCommand: SyncCommand?
  var request: (number: Int, command: SyncCommand)?
  var replies: [SyncEvent] = []
  var wakesAt: Double?
  var lastWaiter = 0
  var changes: [Int: LocalChange] = [:]
  var pulls: Set<Int> = []
  var lastOutcome: PullOutcome?
  /// Mutations that were said to be durable, and not logged out since.
  var promised: [Int64: LocalChange] = [:]
  var status: SyncStatus?
  var requests = 0
  var count = 0
  /// What has happened; nil: the process ended.
  var trace: [(step: Int, event: SyncEvent?, commands: [SyncCommand])] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    conflict = seed % 4 == 0 ? ConflictPolicy { mutation, row in mutation.id % 2 == 0 ? .drop : .keep } : .replay
    options = SyncOptions(ttl: 60, timeout: 30, page: 3, batch: 2, merge: testMerge)
    server.etagCountsMutations = seed % 2 == 0
    replica = server
    table = CacheTable(client: "c\(seed)")
    machine = SyncMachine(
      collection, options: options, conflict: conflict, random: SeededGenerator(seed: seed ^ 1))
  }

  // MARK: what can happen

  mutating func step() throws {
    count += 1
    let roll = draw(100)
    switch roll {
    case 0..<30: try answerCache()
    case 30..<55: try answerRequest()
    case 55..<63: editServer()
    case 63..<73: try ask(mutation())
    case 73..<80: try pull(force: draw(2) == 0)
    case 80..<87: try pass(time: Double(draw(40)))
    case 87..<90: try repeatReply()
    default: try rare(draw(100))
    }
    try check()
  }

  private mutating func rare(_ roll: Int) throws {
    guard hasFaults else { return }
    switch roll {
    case 0..<15: crash()
    case 15..<25: try ask(.reset(outbox: draw(3) == 0))
    case 25..<40: server.expire()
    case 40..<55:
      isWallTrusted = false
      wall += Double(draw(3) - 1) * 86_400
    case 55..<75: if let waiter = pulls.min() { try receive(.cancelPull(waiter)) }
    case 75..<80: try receive(.damaged(CacheFailure(.corrupt, "rows: a page is damaged")))
    case 80..<84: try ask(.bury(table.contents.deadLetters.keys.sorted()))
    case 84..<88:
      let letters = table.contents.deadLetters.keys.sorted()
      // One that is no dead letter is thrown back.
      try ask(.revive(letters.isEmpty ? [7] : letters, body: nil))
      if let letter = letters.first { try ask(.revive([letter], body: body("amended"))) }
    case 88..<92:
      // Another copy of this cache makes mutations under the same name; more than this one will before it hears of it, since
      // one that has made at least as many cannot be told from the original.
      _ = server.push(
        PushRequest(
          client: table.contents.client,
          mutations: [Mutation(id: table.contents.lastMutation + 1000, .put, key(), body: body("copy"))]))
      noteVersion()
    default: try pass(time: 10_000)
    }
  }

  mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func key() -> EntityKey { EntityKey("k\(draw(8))") }
  private mutating func body(_ what: String) -> [UInt8] { Array("{\(what)\(count)}".utf8) }

  private mutating func editServer() {
    if draw(3) == 0 { server.delete(key()) } else { server.put(key(), body("server")) }
    noteVersion()
    if draw(5) == 0 { (replica, replicatedAt) = (server, uptime) }
  }

  private mutating func noteVersion() { timeline.append((uptime, server.version)) }

  private mutating func mutation() -> LocalChange {
    switch draw(6) {
    case 0: .mutate(.delete, key(), body: nil)
    case 1: .mutate(.put, key(), body: body("bad"))
    case 2, 3: .mutate(.patch, key(), body: body("patch"))
    default: .mutate(.put, key(), body: body("local"))
    }
  }

  mutating func ask(_ change: LocalChange) throws {
    lastWaiter += 1
    changes[lastWaiter] = change
    try receive(.change(change, lastWaiter))
  }

  mutating func pull(force: Bool) throws {
    lastWaiter += 1
    pulls.insert(lastWaiter)
    try receive(.pull(lastWaiter, force: force))
  }

  mutating func pass(time: Double) throws {
    uptime += time
    wall += time
    if let wakesAt, wakesAt <= uptime {
      self.wakesAt = nil
      try receive(.timer)
    }
  }

  /// The process ends, and begins again with what was committed.
  private mutating func crash() {
    trace.append((count, nil, []))
    if case .commit(let write) = cacheCommand, draw(2) == 0 {
      for id in write.buried { promised[id] = nil }
      _ = table.commit(write)
      for revival in write.revived { noteRevived(revival.letter, as: revival.id) }
    }
    machine = SyncMachine(
      collection, options: options, conflict: conflict, random: SeededGenerator(seed: UInt64(count)))
    (cacheCommand, request, wakesAt, status) = (nil, nil, nil, nil)
    replies = []
    changes = [:]
    pulls = []
    // What was written but not yet promised may be there or not; a logout that was not confirmed may have happened.
    if table.contents.outbox.isEmpty { forgetCleared() }
  }

  /// A dead letter is promised as the mutation that has taken its place.
  private mutating func noteRevived(_ letter: Int64, as id: Int64) {
    promised[letter] = nil
    guard let mutation = table.mutations([id]).first else { return }
    promised[id] = .mutate(mutation.operation, mutation.key, body: mutation.body)
  }

  /// After a logout that nobody was told of any more, what it took away is promised no longer.
  private mutating func forgetCleared() { promised = promised.filter { server.hasMade($0.key, $0.value) } }

  mutating func answerCache() throws {
    guard let command = cacheCommand else { return }
    cacheCommand = nil
    let failure = hasFaults && draw(12) == 0
    switch command {
    case .open:
      if failure { return try receive(.opened(.failure(fault()))) }
      try receive(.opened(.success(table.open())))
    case .quarantine:
      if failure { return try receive(.opened(.failure(CacheFailure(.full, "rows: the disk is full")))) }
      table = CacheTable(table.kept)
      try receive(.opened(.success(table.open(notice: "rows: damaged"))))
    case .seed:
      if failure { return try receive(.seeded(.failure(SeedFailure("seed.json:1: not JSON")))) }
      let rows = server.rows.map { SyncRow($0.key, body: $0.value) }
      let seed = draw(2) == 0 ? Seed(rows, token: draw(2) == 0 ? server.token : nil) : nil
      try receive(.seeded(.success(seed)))
    case .find(let keys, let ids):
      if failure { return try receive(.found(.failure(fault()))) }
      try receive(.found(.success((rows: table.rows(of: keys), mutations: table.mutations(ids)))))
    case .commit(let write):
      if failure { return try receive(.committed(.failure(fault()))) }
      try receive(.committed(.success(table.commit(write))))
    default: try receive(.closed)
    }
  }

  private mutating func fault() -> CacheFailure {
    draw(4) == 0 ? CacheFailure(.corrupt, "rows: damaged") : CacheFailure(.full, "rows: the disk is full")
  }

  mutating func answerRequest() throws {
    guard let (number, command) = request else { return }
    let roll = hasFaults ? draw(20) : 19
    if roll == 0 { return }
    request = nil
    switch command {
    case .push(_, let push):
      if roll < 3 { return try reply(.pushed(number, .failure(remoteFault()))) }
      let mutations = table.mutations(push.ids)
      try require(mutations.count == push.ids.count, "mutations \(push.ids) are sent and no longer wait")
      var answer = server.push(PushRequest(client: push.client, schema: push.schema, mutations: mutations))
      noteVersion()
      if roll < 6 { return try reply(.pushed(number, .failure(remoteFault()))) }
      if roll == 6 { answer.outcomes.removeLast() }
      if roll == 7 { answer.outcomes = answer.outcomes.map { ($0.id + 1, $0.outcome) } }
      try reply(.pushed(number, .success(answer)))
    case .pull(_, let pull):
      if roll < 3 { return try reply(.pulled(number, .failure(remoteFault()))) }
      if roll == 3, pull.etag == nil { return try reply(.pulled(number, .success(.notModified(age: 0)))) }
      var result = server.pull(pull)
      guard case .success(.page(var page)) = result else { return try reply(.pulled(number, result)) }
      if roll == 4, case .success(.page(let old)) = replica.pull(PullRequest(limit: 99, client: pull.client)) {
        // Older states of the same rows come after the later ones.
        let keys = Set(page.changes.map(\.key))
        page.changes += old.changes.filter { keys.contains($0.key) }
      }
      if roll == 5 {
        // The answer to somebody else.
        page = PullPage(from: .some(server.token), next: server.token)
        if pull.token == server.token { page.from = .some("T0") }
      }
      if roll == 7, replicatedAt > uptime - options.ttl, ModelServer.version(of: pull.token) ?? 0 <= replica.version,
        server.floor == replica.floor
      {
        return try reply(.pulled(number, replica.pull(pull, age: uptime - replicatedAt)))
      }
      if roll == 6, let token = pull.token { (page.next, page.hasMore) = (token, true) }
      result = .success(.page(page))
      try reply(.pulled(number, result))
    default: break
    }
  }

  private mutating func remoteFault() -> RemoteFailure {
    switch draw(8) {
    case 0: RemoteFailure(.unauthorized, "feed: log in")
    case 6: RemoteFailure(.refused, "feed: 422")
    case 7: RemoteFailure(.unsupported, "feed: 404")
    case 1: RemoteFailure(.garbled, "feed: not JSON")
    case 2: RemoteFailure(.unavailable, "feed: 503", retryAfter: 20)
    default: RemoteFailure(.unavailable, "feed: cannot be reached")
    }
  }

  private mutating func reply(_ event: SyncEvent) throws {
    replies.append(event)
    try receive(event)
  }

  /// What has come already comes again.
  private mutating func repeatReply() throws {
    guard hasFaults, !replies.isEmpty else { return }
    try receive(replies[draw(replies.count)])
  }

  // MARK: the driver

  mutating func receive(_ event: SyncEvent) throws {
    let commands = machine.receive(event, at: SyncTime(uptime: uptime, wall: wall))
    trace.append((count, event, commands))
    for command in commands {
      switch command {
      case .open, .quarantine, .seed, .find, .commit, .close:
        if case .commit(let write) = command { try checkSettling(write) }
        try require(cacheCommand == nil, "two commands to the cache at once")
        cacheCommand = command
      case .pull(let number, _), .push(let number, _):
        try require(request == nil, "two requests at once")
        request = (number, command)
        requests += 1
      case .cancel(let number): if request?.number == number { request = nil }
      case .wake(let uptime): wakesAt = uptime
      case .finish(let waiter, let answer): try finished(waiter, answer)
      case .publish(let status): self.status = status
      }
    }
  }

  private mutating func finished(_ waiter: Int, _ answer: SyncCommand.Answer) throws {
    if pulls.remove(waiter) != nil {
      guard case .pulled(let outcome) = answer else { throw violation("a pull was answered with \(answer)") }
      lastOutcome = outcome
      if outcome == .changed || outcome == .unchanged { isWallTrusted = true }
      return
    }
    guard let change = changes.removeValue(forKey: waiter) else { throw violation("waiter \(waiter) was told twice") }
    guard case .done(let id) = answer else { return }
    switch change {
    case .mutate:
      try require(promised[id] == nil, "id \(id) was given twice")
      promised[id] = change
    case .reset(let outbox): if outbox { promised = [:] }
    case .bury(let ids): for id in ids { promised[id] = nil }
    case .revive(let letters, _):
      // The last of several has this id, and the others those before.
      for (place, letter) in letters.enumerated() { noteRevived(letter, as: id - Int64(letters.count - 1 - place)) }
    }
  }
}
