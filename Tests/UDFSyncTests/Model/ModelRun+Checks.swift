import UDF

@testable import UDFSync

extension ModelRun {
  func violation(_ what: String) -> Violation {
    let lines = trace.suffix(40).map { step, event, commands in
      ["\(step): \(event.map { "\($0)" } ?? "crash")"] + commands.map { "  → \($0)" }
    }
    return Violation(description: "step \(count): \(what)\n" + lines.joined().joined(separator: "\n"))
  }

  func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw violation(what()) }
  }

  /// What holds after every step.
  func check() throws {
    if let fault = server.fault(in: table.allRows, at: table.contents.token) { throw violation(fault) }
    try promisesAreKept()
    let waiting = Set(table.contents.outbox.map(\.key))
    try require(
      !table.contents.hasRows || table.rows(of: waiting.sorted()).count == waiting.count,
      "what waits has no row to be shown by")
    if let status, !status.isStale, isWallTrusted {
      let before = timeline.last { $0.uptime < uptime - options.ttl }?.version ?? 0
      let held = ModelServer.version(of: machine.contents?.token) ?? -1
      try require(held >= before, "rows of version \(held) pass for fresh, but the server had \(before) a ttl ago")
    }
    if cacheCommand == nil, let contents = machine.contents {
      try require(contents.revision == table.contents.revision, "engine and cache count different commits")
      try require(contents.outbox == table.contents.outbox, "engine and cache have different outboxes")
    }
  }

  private func promisesAreKept() throws {
    let waiting = Set(table.contents.outbox.map(\.id)).union(table.contents.deadLetters.keys)
    for (id, change) in promised where !waiting.contains(id) && !server.hasMade(id, change) {
      throw violation("mutation \(id) (\(change)) was promised and is nowhere")
    }
  }

  /// What leaves the outbox with a page is in the rows up to its token.
  func checkSettling(_ write: CacheWrite) throws {
    guard write.rows != .clear, write.refused.isEmpty, let token = ModelServer.version(of: write.token) else {
      return
    }
    for id in write.settled {
      let made = server.made[table.contents.client]?.first { $0.mutation.id == id }
      try require(made?.version ?? 0 <= token, "mutation \(id) leaves the outbox before its rows are here")
    }
  }

  /// Lets everything go well until nothing is left to do, and checks that both sides agree.
  mutating func settle() throws {
    hasFaults = false
    try drain()
    // Whoever asks while a reply is being written shares it; the last pull is to see all that was edited before.
    repeat {
      try pass(time: 40)
      try pull(force: true)
      try drain()
    } while lastOutcome != .changed && lastOutcome != .unchanged
    let here = Dictionary(table.allRows.compactMap { row in shown(row).map { (row.key, $0) } }) { $1 }
    for key in Set(here.keys).union(server.rows.keys) {
      try require(
        here[key] == server.rows[key],
        "in the end row \(key) is \(text(here[key])), and the server's \(text(server.rows[key])); token \(server.token)"
      )
    }
    try require(
      status?.problem == nil && status?.isStale == false,
      "all is well, and the status says \(String(describing: status))")
    try require(table.contents.outbox.isEmpty, "\(table.contents.outbox.count) mutations wait for ever")
    for letter in table.deadLetters(table.contents.deadLetters.keys.sorted()) where letter.code != "conflict" {
      let isRefused = letter.code == "refused" && letter.message == "feed: 422"
      try require(isRefused || text(letter.mutation.body).contains("bad"), "the server never refused \(letter)")
    }
    try require(changes.isEmpty, "\(changes.count) who waited were told nothing")
  }

  /// A row with all that waits for it done to it.
  private func shown(_ row: StoredRow) -> [UInt8]? {
    let ids = table.contents.outbox.filter { $0.key == row.key }.map(\.id)
    return table.mutations(ids).reduce(row.body) { body, mutation in mutation.applied(to: body, options.merge) }
  }

  /// Answers all that is under way or waits for a time, until nothing does.
  private mutating func drain() throws {
    var steps = 0
    while cacheCommand != nil || request != nil || status?.phase == .waiting || !pulls.isEmpty {
      steps += 1
      try require(steps < 500, "no end: \(String(describing: status)), \(table.contents.outbox.count) wait")
      if cacheCommand != nil {
        try answerCache()
      } else if request != nil {
        try answerRequest()
      } else {
        try pass(time: 40)
      }
      try check()
    }
  }

  private func text(_ body: [UInt8]?) -> String { body.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }
}
