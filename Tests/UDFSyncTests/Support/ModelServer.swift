import UDF

@testable import UDFSync

/// A server of the sync protocol as a value: versions, tokens, pages, tombstones, expiry, epochs, and each mutation made once.
struct ModelServer {
  struct State: Hashable {
    let version: Int64
    let body: [UInt8]?
    /// Whose mutation it was; nil: an edit on the server.
    let author: Identity?
  }

  /// The permanent identity of a mutation.
  struct Identity: Hashable, CustomStringConvertible {
    let client: String
    let number: Int64

    init(_ mutation: Mutation) { (client, number) = (mutation.client, mutation.number) }
    init(_ mutation: PendingMutation) { (client, number) = (mutation.client, mutation.number) }

    var description: String { "\(client)/\(number)" }
  }

  struct Made: Hashable {
    let mutation: Mutation
    let outcome: PushReply.Outcome
    let version: Int64
  }

  /// How patches are made.
  var merge = testMerge
  /// The version of the protocol; 0: an adapter that does not say which mutations its rows show.
  var protocolVersion = 2
  /// Whether its pages say that it has live streams.
  var offersLive = false
  /// Whether it gives only rows that match, and its tokens carry the filter; from version 2 on.
  var filters = false
  /// Whether it makes several changes as one; its pages of version 2 say so.
  var takesAll = true
  /// Whether the etag changes with a client's mutations that change no row.
  var etagCountsMutations = true
  /// Whether it knows only the number of a client's last mutation, and takes all before it for made.
  var countsOnly = false
  /// Counts how often it was restored from a backup.
  private(set) var epoch = 1
  private(set) var version: Int64 = 0
  /// All that ever was, for checks.
  private(set) var history: [RowKey: [State]] = [:]
  /// Tokens older than this are no longer known, nor are deletions up to it.
  private(set) var floor: Int64 = 0
  private(set) var made: [Identity: Made] = [:]
  /// Whether it returns the rows that mutations have made, as they are when it answers.
  var returnsRows = false
  /// Whether it makes a mutation only on the row that it was made on. If its pages count mutations, it answers none after a
  /// conflict: otherwise the count would include one that it has not made.
  var isConditional = false
  /// Whether it gives numbers as keys to new rows whose key begins with "new". It answers no mutation after such a one.
  var givesKeys = false
  /// Whether it answers the mutations after such a one nevertheless.
  var answersPastNewRows = false
  private var lastKey: Int64 = 0
  /// Whether it answers every mutation with a conflict, for any row.
  var alwaysConflicts = false
  /// The form in which it stores a row.
  var stamp: @Sendable ([UInt8]) -> [UInt8] = { $0 }

  /// The rows that there are.
  var rows: [RowKey: [UInt8]] { history.compactMapValues { $0.last?.body } }

  var token: String { "T\(version)" }

  /// In the server's notation.
  var epochName: String? { protocolVersion < 2 ? nil : "E\(epoch)" }

  mutating func put(_ key: RowKey, _ body: [UInt8]) { write(key, body, nil) }

  mutating func delete(_ key: RowKey) { if rows[key] != nil { write(key, nil, nil) } }

  mutating func expire() { floor = version }

  /// Restores an earlier state. Its next tokens look like those that it has returned since that state.
  mutating func restore(_ backup: ModelServer) {
    let (epoch, version, key) = (epoch, protocolVersion, lastKey)
    self = backup
    // The server never gives a key twice.
    (self.epoch, protocolVersion, lastKey) = (epoch + 1, version, key)
  }

  private mutating func write(_ key: RowKey, _ body: [UInt8]?, _ author: Identity?) {
    version += 1
    history[key, default: []].append(State(version: version, body: body, author: author))
  }

  /// A row as it was at a version.
  func body(of key: RowKey, at version: Int64) -> [UInt8]? {
    history[key]?.last { $0.version <= version }?.body
  }

  static func version(of token: String?) -> Int64? { token.flatMap { ModelToken($0) }?.version }

  /// Whether it can continue a token for these parameters. It gives up a difference now and then, and always in the middle of one.
  private func isKnown(_ token: ModelToken, _ selection: RowSelection) -> Bool {
    if token.selection != selection, token.former != nil || version % 7 == 0 { return false }
    return token.floor.map { $0 == floor } ?? (token.horizon >= floor)
  }

  /// The number up to which the outcomes of a client's mutations are in the rows up to a version. After it was restored, a server
  /// may make an earlier one after later ones.
  func last(of client: String, upTo version: Int64 = .max) -> Int64 {
    let own = made.filter { $0.key.client == client }
    let missing = own.filter { $0.value.version > version }.map(\.key.number).min() ?? .max
    return own.keys.map(\.number).filter { $0 < missing }.max() ?? 0
  }

  func pull(_ request: PullRequest, age: Double = 0) -> Result<PullReply, RemoteFailure> {
    let continuesFilter = filters && protocolVersion == 2
    let all = request.selection.withAll
    let selection = continuesFilter ? request.selection : all
    var token = request.token.flatMap { ModelToken($0, all: all) }
    if let token, !isKnown(token, selection) {
      return .failure(RemoteFailure(.expired, "feed: token \(token.description) has expired"))
    }
    if let known = token, known.selection != selection {
      token = ModelToken(0, floor: known.floor, selection: selection, former: (known.version, known.selection))
    }
    let since = token?.version ?? 0
    let isFull = request.token == nil || token?.floor != nil
    let names = [request.client] + (protocolVersion < 2 ? [] : request.clients)
    let counts = names.map { "/\(last(of: $0))" }.joined()
    let etag =
      "\(epochName ?? "E")-\(version)\(selection.isAll ? "" : "-\(selection.text)")\(etagCountsMutations ? counts : "")"
    if let known = request.etag, known == etag { return .success(.notModified(age: age)) }
    let changed =
      history
      .compactMap { key, states -> RowChange? in
        guard let state = states.last, state.version > since, all[key.collection] != nil else { return nil }
        let isHeld = token?.former.map { state.version <= $0.version } ?? false
        if let body = state.body, selection.matches(key, body) {
          if isHeld, token?.former?.selection.matches(key, body) == true { return nil }
          return .put(SyncRow(key, version: state.version, body: body))
        }
        if isHeld { return nil }
        return request.token == nil || state.version <= floor ? nil : .delete(key, version: state.version)
      }
      .sorted { $0.version < $1.version }
    let hasMore = changed.count > request.limit
    let changes = Array(changed.prefix(request.limit))
    let next = hasMore ? changes.last?.version ?? version : version
    let nextToken = ModelToken(
      next, floor: hasMore && isFull ? floor : nil, selection: selection,
      former: token?.former.flatMap { $0.version > next ? $0 : nil })
    let mutations = Dictionary(names.map { ($0, last(of: $0, upTo: next)) }) { $1 }
    return .success(
      .page(
        PullPage(
          from: .some(request.token), next: nextToken.description, hasMore: hasMore,
          changes: changes, mutation: protocolVersion == 1 ? mutations[request.client] : nil,
          mutations: protocolVersion < 2 ? nil : mutations, epoch: epochName,
          offersLive: offersLive && protocolVersion == 2, takesAll: takesAll && protocolVersion == 2,
          continuesFilter: continuesFilter, collections: request.selection.isNamed ? all.names : nil,
          etag: hasMore ? nil : etag, age: age)))
  }

  /// Refuses what has `bad` in a body, for good and as a whole.
  mutating func push(_ request: PushRequest) -> PushReply {
    let firstNew = answersPastNewRows ? nil : request.mutations.firstIndex { $0.parts.contains(where: isNew) }
    let answered = firstNew.map { $0 + 1 } ?? request.mutations.count
    var outcomes: [(id: Int64, outcome: PushReply.Outcome)] = []
    for sent in request.mutations.prefix(answered) {
      outcomes.append(make(sent, of: request))
      if protocolVersion > 0, isConditional, case .conflict = outcomes[outcomes.count - 1].outcome { break }
    }
    return PushReply(outcomes)
  }

  private mutating func make(
    _ sent: Mutation, of request: PushRequest
  ) -> (id: Int64, outcome: PushReply.Outcome) {
    let mutation = keyed(sent)
    let identity = Identity(mutation)
    if made[identity] != nil { return (mutation.number, answer(identity, sent)) }
    if countsOnly, mutation.number <= last(of: mutation.client) { return (mutation.number, .applied) }
    if alwaysConflicts { return (mutation.number, .conflict()) }
    if isConditional, mutation.parts.contains(where: { !isCurrent(request.bases[$0.key], $0.key) }) {
      return (mutation.number, .conflict(rows: returnsRows ? sent.parts.keys.compactMap(present) : []))
    }
    var outcome = PushReply.Outcome.applied
    if mutation.parts.contains(where: isBad) {
      outcome = .rejected(code: "bad", message: "the server does not take it")
    } else {
      for part in mutation.parts {
        let body = part.outcome(on: rows[part.key], merge).map(stamp)
        if body != rows[part.key] { write(part.key, body, identity) }
      }
    }
    made[identity] = Made(mutation: mutation, outcome: outcome, version: version)
    return (mutation.number, answer(identity, sent))
  }

  private func present(_ key: RowKey) -> RowChange? {
    history[key]?.last.map { state in
      state.body.map { .put(SyncRow(key, version: state.version, body: $0)) } ?? .delete(key, version: state.version)
    }
  }

  /// Whether a row is what a mutation was made on: at its version, or equal where the version is unknown, as for a seed.
  private func isCurrent(_ base: SyncRow?, _ key: RowKey) -> Bool {
    let present = history[key]?.last
    if let base, base.version == 0 { return base.body == present?.body }
    return base?.version ?? 0 == (present?.body == nil ? 0 : present?.version ?? 0)
  }

  private func isBad(_ part: Mutation.Part) -> Bool {
    part.body.map { String(decoding: $0, as: UTF8.self).contains("bad") } ?? false
  }

  private func isNew(_ part: Mutation.Part) -> Bool {
    givesKeys && part.key.key.description.hasPrefix("new") && part.operation == .put
  }

  /// A mutation whose new rows have the keys that they are given.
  private mutating func keyed(_ mutation: Mutation) -> Mutation {
    if let known = made[Identity(mutation)] { return known.mutation }
    guard !mutation.parts.contains(where: isBad) else { return mutation }
    var given: [RowKey: Int64] = [:]
    return mutation.changed(
      to: mutation.parts.mapped { part in
        guard isNew(part) else { return part }
        if given[part.key] == nil { lastKey += 1 }
        let key = given[part.key] ?? lastKey
        given[part.key] = key
        let text = part.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let body = text.replacing("\"\(part.key.key)\"", with: "\(key)")
        return Mutation.Part(.put, RowKey("\(key)", in: part.key.collection), body: Array(body.utf8))
      })
  }

  /// Its answer to a mutation that it has made or refused, also to a repeated one.
  private func answer(_ identity: Identity, _ sent: Mutation) -> PushReply.Outcome {
    guard let made = made[identity] else { return .applied }
    guard returnsRows, made.outcome == .applied else { return made.outcome }
    let outcomes = zip(made.mutation.parts, sent.parts).map { answer($0.key, $1.key) }
    return outcomes.count == 1 ? outcomes[0] : .all(outcomes)
  }

  private func answer(_ key: RowKey, _ sent: RowKey) -> PushReply.Outcome {
    guard let state = history[key]?.last else { return .applied }
    guard let body = state.body else {
      guard key != sent else { return .stored(.delete(key, version: state.version)) }
      return .keyed(GivenKey(Int64(key.key.description) ?? 0))
    }
    return .stored(.put(SyncRow(key, version: state.version, body: body)))
  }
}

extension Mutation.Part {
  /// The body after this part of a mutation, computed without the engine's code.
  func outcome(on body: [UInt8]?, _ merge: RowMerge) -> [UInt8]? {
    switch operation {
    case .put: self.body
    case .delete: nil
    case .patch: body.flatMap { held in self.body.map { (try? merge(held, $0)) ?? held } }
    }
  }
}

/// Merges by joining texts: quick, and the same patch twice is seen.
let testMerge: RowMerge = { row, patch in
  let patch = String(decoding: patch, as: UTF8.self)
  let row = String(decoding: row, as: UTF8.self)
  return Array((row.hasSuffix(patch) ? row : row + patch).utf8)
}
