import UDF

@testable import UDFSync

extension ModelRun {
  func violation(_ what: String) -> Violation {
    let lines = trace.suffix(60).map { step, device, event, note, commands in
      ["\(step), device \(device): \(event.map { "\($0)" } ?? note)"] + commands.map { "  → \($0)" }
    }
    return Violation(
      description: "step \(count), \(policy), version \(server.protocolVersion): \(what)\n"
        + lines.joined().joined(separator: "\n"))
  }

  func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw violation(what()) }
  }

  /// What holds after every step.
  func check() throws {
    for device in devices { try check(device) }
    for (identity, mutation) in promised where !isSomewhere(mutation) {
      throw violation("\(identity) (\(mutation.operation) \(text(mutation.body))) was promised and is nowhere")
    }
  }

  private func check(_ device: ModelDevice) throws {
    let (table, machine) = (device.table, device.machine)
    let former = table.contents.epoch.flatMap { epochs[$0] }
    // The server that was restored may have returned rows before a page has told the device of its epoch.
    let returned = table.allRows.filter { former?.hasHad($0) == false && server.hasHad($0) }
    let fault = (former ?? server).fault(
      in: table.allRows, at: table.contents.token, besides: Set(returned.map(\.key)))
    if let fault { throw violation(fault) }
    let waiting = Set(table.contents.outbox.map(\.key))
    try require(
      !table.contents.hasRows || table.rows(of: waiting.sorted()).count == waiting.count,
      "what waits has no row to be shown by")
    if let status = device.status, !status.isStale, device.isWallTrusted {
      let before = timeline.last { $0.uptime < uptime - options.ttl }?.version ?? 0
      let held = ModelServer.version(of: machine.contents?.token) ?? -1
      try require(held >= before, "rows of version \(held) pass for fresh, but the server had \(before) a ttl ago")
    }
    if device.cacheCommand == nil, let contents = machine.contents {
      try require(contents.revision == table.contents.revision, "engine and cache count different commits")
      try require(contents.outbox == table.contents.outbox, "engine and cache have different outboxes")
    }
  }

  /// A push has one client name; what was sent once is sent under the same identity for ever, and nothing else is.
  mutating func checkPush(_ push: PushRequest) throws {
    let keys = push.mutations.map(\.key)
    try require(!server.isConditional || Set(keys).count == keys.count, "two mutations of one row are sent at once")
    for mutation in push.mutations {
      let identity = Identity(mutation)
      try require(mutation.client == push.client, "\(identity) is sent under the name \(push.client)")
      // A policy may have given the copies of a mutation different bodies.
      guard policy == .replay else { continue }
      if let known = sent[identity] {
        try require(
          isSame(mutation, known.operation, known.key, known.body)
            || isSame(known, mutation.operation, mutation.key, mutation.body),
          "\(identity) is sent as \(text(mutation.body)), and was \(text(known.body))")
      }
      sent[identity] = mutation
      // The app may have sent a refused change once more.
      guard mutation.body != nil, !revived.contains(identity) else { continue }
      let known = senders[text(mutation.body)] ?? identity
      try require(known == identity, "\(text(mutation.body)) is sent as \(identity), and was as \(known)")
      senders[text(mutation.body)] = identity
    }
  }

  /// Whether a mutation has this content, as far as the server gives no keys.
  func isSame(_ mutation: Mutation, _ operation: Mutation.Operation, _ key: EntityKey, _ body: [UInt8]?) -> Bool {
    guard mutation.operation == operation else { return false }
    if server.givesKeys, key.description.hasPrefix("new") { return true }
    return mutation.key == key && mutation.body == body
  }

  /// What leaves the outbox with a page is in the rows up to its token; what is called a conflict is one.
  func checkWrite(_ write: CacheWrite) throws {
    let outbox = device.table.contents.outbox
    if write.rows != .clear, write.refused.isEmpty, let token = ModelServer.version(of: write.token) {
      for mutation in write.settled.compactMap({ outbox[$0] }) {
        let made = server.made[Identity(mutation)]
        try require(made?.version ?? 0 <= token, "\(Identity(mutation)) leaves the outbox before its rows are here")
      }
    }
    guard isPlain else { return }
    for refusal in write.refused where refusal.code == "conflict" {
      guard let mutation = outbox[refusal.id] else { throw violation("\(refusal) is of no mutation that waits") }
      let base = bases[Identity(mutation)] ?? 0
      let isForeign = server.history[mutation.key]?.contains { $0.author == nil && $0.version > base } ?? false
      try require(isForeign, "\(Identity(mutation)) is called a conflict, and only own mutations changed its row")
    }
  }

  /// Lets everything go well until nothing is left to do, and checks that all sides agree.
  mutating func settle() throws {
    hasFaults = false
    // The last of them may change what the first has fetched.
    for _ in 0..<2 {
      for index in devices.indices {
        current = index
        try drain()
        // Whoever asks while a reply is being written shares it; the last pull is to see all that was edited before.
        var rounds = 0
        repeat {
          rounds += 1
          try require(rounds < 100, "no pull goes well: \(String(describing: device.lastOutcome))")
          try pass(time: 40)
          current = index
          try pull(force: true)
          try drain()
        } while device.lastOutcome != .changed && device.lastOutcome != .unchanged
        try require(
          device.status?.problem == nil && device.status?.isStale == false,
          "all is well, and the status says \(String(describing: device.status))")
      }
    }
    for device in devices { try checkEnd(device) }
    for (identity, mutation) in promised where !server.hasMade(mutation) {
      let isDead = devices.contains { $0.table.contents.deadLetters.values.contains { Identity($0) == identity } }
      try require(isDead, "in the end \(identity) was neither made nor reported")
    }
  }

  private func checkEnd(_ device: ModelDevice) throws {
    let table = device.table
    let shown = table.allRows.compactMap { row in body(row, table).map { (row.key, $0) } }
    let here = Dictionary(shown, uniquingKeysWith: { $1 })
    for key in Set(here.keys).union(server.rows.keys) {
      try require(
        here[key] == server.rows[key],
        "in the end row \(key) is \(text(here[key])), and the server's \(text(server.rows[key])); token \(server.token)"
      )
    }
    try require(table.contents.outbox.isEmpty, "\(table.contents.outbox.count) mutations wait for ever")
    for letter in table.deadLetters(table.contents.deadLetters.keys.sorted()) where letter.code != "conflict" {
      let isRefused = letter.code == "refused" && letter.message == "feed: 422"
      // A merge may have put the text of a refused mutation into the body that another copy has sent.
      let outcome = server.made[Identity(letter.mutation)]?.outcome
      let isMerged = policy == .merges && outcome != nil && outcome != .applied
      try require(
        isRefused || isMerged || text(letter.mutation.body).contains("bad"), "the server never refused \(letter)")
    }
    try require(device.changes.isEmpty, "\(device.changes.count) who waited were told nothing")
  }

  /// A row with all that waits for it done to it.
  private func body(_ row: StoredRow, _ table: CacheTable) -> [UInt8]? {
    let ids = table.contents.outbox.filter { $0.key == row.key }.map(\.id)
    return table.mutations(ids).reduce(row.body) { body, mutation in mutation.outcome(on: body, options.merge) }
  }

  /// Answers all that is under way on the current device or waits for a time, until nothing does.
  private mutating func drain() throws {
    let index = current
    var steps = 0
    while !device.isQuiet || [.waiting, .pulling].contains(device.status?.phase) || !device.pulls.isEmpty {
      steps += 1
      try require(
        steps < 500, "no end: \(String(describing: device.status)), \(device.table.contents.outbox.count) wait")
      if device.cacheCommand != nil || device.resolving != nil {
        try answerCache()
      } else if device.request != nil {
        try answerRequest()
      } else if hasLivePage {
        try useStream()
      } else {
        try pass(time: 40)
        current = index
      }
      try check()
    }
  }

  private func text(_ body: [UInt8]?) -> String { body.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }
}
