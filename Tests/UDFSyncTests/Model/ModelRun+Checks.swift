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

  /// The invariants after every step.
  func check() throws {
    for device in devices { try check(device) }
    for (identity, mutation) in promised where !isSomewhere(mutation) {
      throw violation("\(identity) (\(text(mutation.parts))) was promised and is nowhere, or not whole")
    }
  }

  private func check(_ device: ModelDevice) throws {
    let (table, machine) = (device.table, device.machine)
    let former = table.contents.epoch.flatMap { epochs[$0] }
    // A server that was restored may have returned rows before a page brought its epoch to the device, and may have been restored
    // again since.
    let others = [server] + epochs.values.filter { $0.epochName != former?.epochName }
    let returned = table.allRows.filter { row in former != nil && others.contains { $0.hasHad(row) } }
    let waiting = Set(table.contents.outbox.flatMap(\.parts.keys))
    // In the middle of a difference the rows are those of neither filter. Rows that wait may be what they were with another one.
    if let held = table.contents.filter.held {
      let fault = (former ?? server).fault(
        in: table.allRows, at: table.contents.token, selection: held,
        besides: Set(returned.map(\.key)).union(held.isAll ? [] : waiting))
      if let fault { throw violation(fault) }
    }
    if table.contents.filter.isComplete {
      let foreign = table.allRows.first { row in
        !waiting.contains(row.key) && row.body.map { !table.contents.filter.shown.matches(row.key, $0) } ?? false
      }
      try require(foreign == nil, "\(foreign.map { "row \($0.key)" } ?? "") does not match and stays")
    }
    try checkShown(device)
    try require(
      !table.contents.hasRows || table.rows(of: waiting.sorted()).count == waiting.count,
      "what waits has no row to be shown by")
    if let status = device.status, !status.isStale, device.isWallTrusted {
      let before = timeline.last { $0.uptime < uptime - options.ttl }?.version ?? 0
      try require(machine.contents?.filter.isComplete != false, "rows of another filter pass for fresh")
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
    let keys = push.mutations.flatMap(\.parts.keys)
    try require(
      server.takesAll && server.protocolVersion != 1 || push.mutations.allSatisfy { $0.parts.count == 1 },
      "several changes go to a server that does not make them as one")
    try require(!server.isConditional || Set(keys).count == keys.count, "two mutations of one row are sent at once")
    for mutation in push.mutations {
      let identity = Identity(mutation)
      try require(mutation.client == push.client, "\(identity) is sent under the name \(push.client)")
      // A policy may have given the copies of a mutation different bodies.
      guard policy == .replay else { continue }
      if let known = sent[identity] {
        try require(
          areSame(mutation.parts, known.parts) || areSame(known.parts, mutation.parts),
          "\(identity) is sent as \(text(mutation.parts)), and was \(text(known.parts))")
      }
      sent[identity] = mutation
      // The app may have sent a refused change once more.
      guard !revived.contains(identity) else { continue }
      for part in mutation.parts where part.body != nil {
        let known = senders[text(part.body)] ?? identity
        try require(known == identity, "\(text(part.body)) is sent as \(identity), and was as \(known)")
        senders[text(part.body)] = identity
      }
    }
  }

  /// Whether a mutation has this content, as far as the server gives no keys.
  func areSame(_ parts: OneOrMore<Mutation.Part>, _ content: OneOrMore<Mutation.Part>) -> Bool {
    parts.elementsEqual(content) { part, other in
      guard part.operation == other.operation else { return false }
      let key = other.key.key.description
      // A server that was restored may give a row another key than before.
      if server.givesKeys, key.hasPrefix("new") || server.epoch > 1 && Int64(key) != nil { return true }
      return part.key == other.key && part.body == other.body
    }
  }

  /// All rows of a mutation that was not sent show it; where a later one changes a row, that one's row does.
  private func checkShown(_ device: ModelDevice) throws {
    let (table, outbox) = (device.table, device.table.contents.outbox)
    guard table.contents.hasRows else { return }
    var overlay = Overlay(merge: options.merge)
    for mutation in table.mutations(outbox.filter { $0.parts.count > 1 && !$0.isAcknowledged }.map(\.id)) {
      for key in mutation.parts.keys where outbox.mutations(of: key, after: mutation.id).isEmpty {
        guard mutation.parts.last(where: { $0.key == key })?.operation != .patch else { continue }
        guard let row = table.rows(of: [key]).first else {
          throw violation("\(key) has no row to show \(text(mutation.parts))")
        }
        var plan = overlay.plan(for: row, outbox)
        for waiting in table.mutations(plan.mutations.map(\.id)) { overlay.apply(waiting, to: &plan) }
        let (shown, made) = (overlay.row(of: plan)?.body, mutation.parts.last { $0.key == key }?.body)
        try require(shown == made, "\(key) is shown as \(text(shown)) over \(text(mutation.parts))")
      }
    }
  }

  /// A mutation that leaves the outbox with a page is in the rows up to its token. A reported conflict is one.
  func checkWrite(_ write: CacheWrite) throws {
    let outbox = device.table.contents.outbox
    if write.rows != .clear, write.refused.isEmpty, let token = ModelServer.version(of: write.token) {
      for mutation in write.completed.compactMap({ outbox[$0] }) {
        let made = server.made[Identity(mutation)]
        guard let made, made.version > token else { continue }
        // A copy has sent a later mutation of the client first, so a replica that lags counts this one as made.
        let isPassed = server.made.contains { other in
          other.key.client == mutation.client && other.key.number > mutation.number && other.value.version <= token
        }
        if isPassed { continue }
        let isReturned =
          server.protocolVersion == 0 && made.mutation.parts.allSatisfy { isHere($0.key, since: made.version) }
        try require(isReturned, "\(Identity(mutation)) leaves the outbox before its rows are here")
      }
    }
    guard isPlain else { return }
    for refusal in write.refused where refusal.code == "conflict" {
      guard let mutation = outbox[refusal.id] else { throw violation("\(refusal) is of no mutation that waits") }
      // No page brings a row that does not match, so nothing resolves what a conditional server sees there.
      let filter = device.table.contents.filter.shown
      let isHidden = mutation.parts.contains { part in
        server.rows[part.key].map { !filter.matches(part.key, $0) } ?? false
      }
      if server.isConditional, isHidden { continue }
      let bases = bases[Identity(mutation)] ?? [:]
      let isForeign = mutation.parts.contains { part in
        server.history[part.key]?.contains { $0.author == nil && $0.version > bases[part.key] ?? 0 } ?? false
      }
      // A filter had removed the row from the cache, so the app changed a row that it could not see.
      let isUnseen = unseen[Identity(mutation), default: []].contains { server.history[$0]?.isEmpty == false }
      if events["filter"] ?? 0 > 0, isUnseen { continue }
      try require(isForeign, "\(Identity(mutation)) is called a conflict, and only own mutations changed its row")
    }
  }

  /// Before mutations are sent for the first time, a policy must have seen the server's rows of a few seconds ago.
  mutating func checkSending(_ write: CacheWrite) throws {
    let contents = device.table.contents
    guard policy != .replay, write.rows == .merge, write.lastSent ?? 0 > contents.lastSent,
      device.machine.cycle?.hasPulled == false
    else { return }
    events["push without a pull", default: 0] += 1
    let before = timeline.last { $0.uptime <= uptime - 5 }?.version ?? 0
    let held = ModelServer.version(of: contents.token) ?? -1
    try require(held >= before, "a push is based on rows of version \(held), but the server had \(before) 5 s ago")
  }

  /// Whether the cache has a row of this version or a later one, or does not want it.
  private func isHere(_ key: RowKey, since version: Int64) -> Bool {
    let row = device.table.rows(of: [key]).first
    if let row, row.version >= version { return true }
    // A patch of a row that the server does not have changes nothing, so the server returns no row.
    guard let body = server.body(of: key, at: version) else { return row?.body == nil }
    return !device.table.contents.filter.shown.matches(key, body)
  }

  /// Lets everything go well until nothing is left to do, and checks that all sides agree.
  mutating func settle() throws {
    hasFaults = false
    // The last of them may change what the first has fetched.
    for _ in 0..<2 {
      for index in devices.indices {
        current = index
        try drain()
        // A pull that is requested while a reply is being written gets this reply. The last pull must contain all earlier edits.
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
    let filter = table.contents.filter
    try require(
      filter.isComplete, "in the end the rows are those of \(text(filter.held)), and \(filter.shown.text) is wanted")
    let there = server.rows.filter { filter.shown.matches($0.key, $0.value) }
    for key in Set(here.keys).union(there.keys) {
      try require(
        here[key] == there[key],
        "in the end row \(key) is \(text(here[key])), and the server's \(text(there[key])); token \(server.token), \(filter)"
      )
    }
    try require(table.contents.outbox.isEmpty, "\(table.contents.outbox.count) mutations wait for ever")
    for letter in table.deadLetters(table.contents.deadLetters.keys.sorted()) where letter.code != "conflict" {
      if letter.code == "all" {
        try require(letter.mutation.parts.count > 1, "\(letter) is not of several changes")
        continue
      }
      let isRefused = letter.code == "refused" && letter.message == "feed: 422"
      // A merge may have put the text of a refused mutation into the body that another copy has sent.
      let outcome = server.made[Identity(letter.mutation)]?.outcome
      let isMerged = policy == .merges && outcome != nil && outcome != .applied
      try require(
        isRefused || isMerged || text(letter.mutation.parts).contains("bad"), "the server never refused \(letter)")
    }
    try require(device.changes.isEmpty, "\(device.changes.count) who waited were told nothing")
  }

  /// A row with all that waits for it done to it.
  private func body(_ row: StoredRow, _ table: CacheTable) -> [UInt8]? {
    let parts = table.mutations(table.contents.outbox.map(\.id)).flatMap(\.parts).filter { $0.key == row.key }
    return parts.reduce(row.body) { body, part in part.outcome(on: body, options.merge) }
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

  private func text(_ selection: RowSelection?) -> String { selection.map(\.text) ?? "neither" }

  private func text(_ parts: OneOrMore<Mutation.Part>) -> String {
    parts.map { "\($0.operation) \($0.key) \(text($0.body))" }.joined(separator: ", ")
  }

  private func text(_ body: [UInt8]?) -> String { body.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }
}
