import UDF

@testable import UDFSync

// The commands of an engine, and their results.
extension ModelRun {
  mutating func answerCache() throws {
    if let (number, conflicts) = device.resolving {
      device.resolving = nil
      let answers = conflicts.map { ($0.id, policy.answer($0)) }
      return try receive(.resolved(number, Dictionary(answers) { $1 }))
    }
    guard let command = device.cacheCommand else { return }
    device.cacheCommand = nil
    let failure = drawFault() && draw(12) == 0
    switch command {
    case .open:
      if failure { return try receive(.opened(.failure(fault()))) }
      try receive(.opened(.success(device.open())))
    case .quarantine:
      if failure { return try receive(.opened(.failure(CacheFailure(.full, "rows: the disk is full")))) }
      isPlain = false
      device.quarantine()
      try receive(.opened(.success(device.open(notice: "rows: damaged"))))
    case .seed:
      if failure { return try receive(.seeded(.failure(SeedFailure("seed.json:1: not JSON")))) }
      let rows = server.rows.map { SyncRow($0.key, body: $0.value) }.sorted { $0.key < $1.key }
      let token = draw(2) == 0 ? server.token : nil
      let seed = draw(2) == 0 ? Seed(rows, token: token, epoch: draw(2) == 0 ? server.epochName : nil) : nil
      try receive(.seeded(.success(seed)))
    case .find(let keys, let ids, let letters, let mentioned):
      if failure { return try receive(.found(.failure(fault()))) }
      let table = device.table
      let found = (
        rows: table.rows(of: keys), mutations: table.mutations(ids), letters: table.deadLetters(letters),
        mentioning: table.rows(mentioning: mentioned)
      )
      try receive(.found(.success(found)))
    case .commit(let write):
      if failure { return try receive(.committed(.failure(fault()))) }
      try receive(.committed(.success(device.commit(write))))
    default: try receive(.closed)
    }
  }

  private mutating func fault() -> CacheFailure {
    draw(4) == 0 ? CacheFailure(.corrupt, "rows: damaged") : CacheFailure(.full, "rows: the disk is full")
  }

  mutating func answerRequest() throws {
    guard let (number, command) = device.request else { return }
    let roll = drawFault() ? draw(20) : 19
    if roll == 0 { return }
    device.request = nil
    switch command {
    case .push(_, let batch):
      let mutations = device.table.mutations(batch.ids)
      try require(mutations.count == batch.ids.count, "mutations \(batch.ids) are sent and no longer wait")
      var push = PushRequest(client: batch.client, schemas: batch.schemas, mutations: mutations)
      for row in server.isConditional ? device.table.rows(of: mutations.flatMap(\.parts.keys)) : [] {
        push.bases[row.key] = row.body.map { SyncRow(row.key, version: row.version, body: $0) }
      }
      try checkPush(push)
      if roll < 3 { return try refuse(push, number) }
      var answer = server.push(push)
      noteVersion()
      events["conflict", default: 0] += answer.outcomes.count { if case .conflict = $0.outcome { true } else { false } }
      for (mutation, answer) in zip(push.mutations, answer.outcomes) { count(answer.outcome, of: mutation) }
      if roll < 6 { return try refuse(push, number) }
      if roll == 6 { answer.outcomes.removeLast() }
      if roll == 7 { answer.outcomes = answer.outcomes.map { ($0.id + 1, $0.outcome) } }
      try reply(.pushed(number, .success(answer)))
    case .pull(_, let pull):
      if roll < 3 { return try reply(.pulled(number, .failure(remoteFault()))) }
      if roll == 3, pull.etag == nil { return try reply(.pulled(number, .success(.notModified(age: 0)))) }
      guard case .success(.page(let page)) = server.pull(pull) else {
        return try reply(.pulled(number, server.pull(pull)))
      }
      try reply(.pulled(number, spoilt(page, pull, roll)))
    default: break
    }
  }

  /// An answer that something has happened to on its way.
  private mutating func spoilt(_ page: PullPage, _ pull: PullRequest, _ roll: Int) -> Result<PullReply, RemoteFailure> {
    var page = page
    if roll == 4, case .success(.page(let old)) = replica.pull(all(for: pull.client)) {
      // Older states of the same rows come after the later ones.
      let keys = Set(page.changes.map(\.key))
      page.changes += old.changes.filter { keys.contains($0.key) }
    }
    if roll == 5 {
      // The answer to another request.
      page = PullPage(
        from: .some(server.token), next: server.token, epoch: server.epochName, collections: page.collections)
      if pull.token == server.token { page.from = .some("T0") }
    }
    if (7..<12).contains(roll), canLag(pull), replicatedAt > uptime - options.ttl,
      pull.token.flatMap({ ModelToken($0) })?.horizon ?? 0 <= replica.version, server.floor == replica.floor
    {
      events["lag", default: 0] += 1
      if server.isConditional, replica.version < server.version {
        events["lag of a conditional server", default: 0] += 1
      }
      return replica.pull(pull, age: uptime - replicatedAt)
    }
    if roll == 6, let token = pull.token { (page.next, page.hasMore) = (token, true) }
    return .success(.page(page))
  }

  /// Whether a replica that lags may answer: the server says which mutations the rows show, or it has returned their rows and
  /// the answer does not replace them.
  private func canLag(_ pull: PullRequest) -> Bool {
    if server.protocolVersion > 0 { return true }
    return server.returnsRows && pull.token.flatMap { ModelToken($0) }.map { $0.floor == nil } ?? false
  }

  /// A request for all rows.
  func all(for client: String) -> PullRequest {
    PullRequest(limit: 99, client: client, schemas: database.schemas, selection: database.filter)
  }

  private mutating func refuse(_ push: PushRequest, _ number: Int) throws {
    let failure = remoteFault()
    // The engine receives a refusal of a mutation that the server has made, so it cannot recognise its own write.
    if failure.code == .refused, push.mutations.contains(where: server.hasMade) { isPlain = false }
    try reply(.pushed(number, .failure(failure)))
  }

  mutating func remoteFault() -> RemoteFailure {
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
    device.replies.append(event)
    try receive(event)
  }

  mutating func receive(_ event: SyncEvent) throws {
    let wasHeldUp = device.machine.queue.holdsCycle
    let commands = device.machine.receive(event, at: SyncTime(uptime: uptime, wall: wall))
    trace.append((count, current, event, "", commands))
    for command in commands {
      switch command {
      case .open, .quarantine, .seed, .find, .commit, .close:
        if case .commit(let write) = command {
          try checkWrite(write)
          // A write that had to wait was decided earlier.
          if !wasHeldUp { try checkSending(write) }
        }
        try require(device.cacheCommand == nil && device.resolving == nil, "two commands to the cache at once")
        device.cacheCommand = command
      case .resolve(let number, let conflicts):
        try require(device.cacheCommand == nil && device.resolving == nil, "two commands to the cache at once")
        device.resolving = (number, conflicts)
      case .pull(let number, _), .push(let number, _):
        try require(device.request == nil, "two requests at once")
        if case .pull = command { try require(device.stream == nil, "rows are pulled while a stream is open") }
        device.request = (number, command)
        requests += 1
      case .live(let number, let request):
        try require(device.stream == nil, "two streams at once")
        if case .pull? = device.request?.command { throw violation("a stream is opened while rows are pulled") }
        try require(request.token == device.table.contents.token, "a stream begins at a token that is not stored")
        device.stream = ModelStream(number: number, request: request)
      case .next(let number):
        guard device.stream?.number == number else { continue }
        try require(device.stream?.isReading == false, "two pages of a stream are read at once")
        try require(
          device.cacheCommand == nil && device.resolving == nil, "the next page is read before the last is written")
        device.stream?.isReading = true
      case .cancel(let number):
        if device.stream?.number == number { device.stream = nil }
        if device.request?.number == number { device.request = nil }
        if device.resolving?.number == number { device.resolving = nil }
      case .wake(let uptime): device.wakesAt = uptime
      case .finish(let waiter, let answer): try finished(waiter, answer)
      case .publish(let status): device.status = status
      }
    }
  }

  private mutating func finished(_ waiter: Int, _ answer: SyncCommand.Answer) throws {
    if device.pulls.remove(waiter) != nil {
      guard case .pulled(let outcome) = answer else { throw violation("a pull was answered with \(answer)") }
      device.lastOutcome = outcome
      if outcome == .changed || outcome == .unchanged { device.isWallTrusted = true }
      return
    }
    guard let change = device.changes.removeValue(forKey: waiter) else {
      throw violation("waiter \(waiter) was told twice")
    }
    guard case .done(let id) = answer else { return }
    switch change {
    case .mutate(let parts):
      guard let mutation = device.table.mutations([id]).first, areSame(mutation.parts, parts) else {
        throw violation("mutation \(id) is not in the outbox when it is said to be durable")
      }
      try require(promised[Identity(mutation)] == nil, "\(Identity(mutation)) was given twice")
      promise(mutation)
    case .revive(let letters, let amendment):
      // The last of several has this id, and the others those before.
      for place in letters.indices { try noteRevived(as: id - Int64(letters.count - 1 - place), amendment) }
    case .reset(let outbox): if outbox { forgetLost() }
    case .filter(let filter, let collection):
      try require(
        device.table.contents.filter.shown[collection] == filter,
        "the filter is not \(filter) when it is said to be durable")
    case .bury: forgetLost()
    }
  }

  private mutating func promise(_ mutation: Mutation) {
    promised[Identity(mutation)] = mutation
    let rows = device.table.rows(of: mutation.parts.keys)
    bases[Identity(mutation)] = Dictionary(rows.map { ($0.key, $0.version) }) { $1 }
    unseen[Identity(mutation)] = Set(mutation.parts.keys).subtracting(rows.filter { $0.body != nil }.map(\.key))
  }

  private mutating func count(_ outcome: PushReply.Outcome, of mutation: Mutation) {
    if mutation.parts.count > 1, !outcome.isRefusal { events["several made as one", default: 0] += 1 }
    if mutation.parts.collections.count > 1 {
      events["two collections \(outcome.isRefusal ? "refused" : "changed") as one", default: 0] += 1
    }
    for (index, part) in mutation.parts.enumerated() {
      guard case .stored(let change) = outcome.part(index) else { continue }
      events["row returned", default: 0] += 1
      if change.key != part.key { events["key given", default: 0] += 1 }
    }
  }

  /// A dead letter is promised as the mutation that has taken its place, which has a new identity.
  mutating func noteRevived(as id: Int64, _ amendment: LocalChange.Amendment?) throws {
    guard let letter = device.revived[id]?.mutation, let mutation = device.table.mutations([id]).first,
      areSame(mutation.parts, amendment.map { $0.parts(of: letter) } ?? letter.parts)
    else { throw violation("mutation \(id), which a dead letter became, is not in the outbox as it should be") }
    try require(
      promised[Identity(mutation)] == nil && sent[Identity(mutation)] == nil,
      "\(Identity(mutation)) was given twice")
    try require(
      device.table.contents.deadLetters[letter.id] == nil, "\(Identity(letter)) waits again and is still a dead letter")
    promised[Identity(letter)] = nil
    revived.insert(Identity(mutation))
    promise(mutation)
    events["dead letter sent again", default: 0] += 1
  }
}

extension PushReply.Outcome {
  fileprivate var isRefusal: Bool {
    switch self {
    case .applied, .stored, .keyed, .all: false
    case .conflict, .rejected: true
    }
  }
}

extension LocalChange.Amendment {
  fileprivate func parts(of letter: Mutation) -> OneOrMore<Mutation.Part> {
    switch self {
    case .body(let body): OneOrMore(Mutation.Part(letter.operation, letter.key, body: body))
    case .parts(let parts): parts
    }
  }
}
