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

  /// What identifies a mutation for ever.
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
  /// Whether the etag changes with a client's mutations that change no row.
  var etagCountsMutations = true
  /// Whether it knows only the number of a client's last mutation, and takes all before it for made.
  var countsOnly = false
  /// Counts how often it was restored from a backup.
  private(set) var epoch = 1
  private(set) var version: Int64 = 0
  /// All that ever was, for checks.
  private(set) var history: [EntityKey: [State]] = [:]
  /// Tokens older than this are no longer known, nor are deletions up to it.
  private(set) var floor: Int64 = 0
  private(set) var made: [Identity: Made] = [:]
  /// Whether it returns the rows that mutations have made, as they are when it answers.
  var returnsRows = false
  /// Whether it makes a mutation only on the row that it was made on.
  var isConditional = false
  /// Whether it gives numbers as keys to new rows whose key begins with "new". It answers no mutation after such a one.
  var givesKeys = false
  /// Whether it answers the mutations after such a one nevertheless.
  var answersPastNewRows = false
  private var lastKey: Int64 = 0
  /// Whether it answers every mutation with a conflict, whatever its row is.
  var alwaysConflicts = false
  /// What it makes of a row before it stores it.
  var stamp: @Sendable ([UInt8]) -> [UInt8] = { $0 }

  /// The rows that there are.
  var rows: [EntityKey: [UInt8]] { history.compactMapValues { $0.last?.body } }

  var token: String { "T\(version)" }

  /// As the server says it.
  var epochName: String? { protocolVersion < 2 ? nil : "E\(epoch)" }

  mutating func put(_ key: EntityKey, _ body: [UInt8]) { write(key, body, nil) }

  mutating func delete(_ key: EntityKey) { if rows[key] != nil { write(key, nil, nil) } }

  mutating func expire() { floor = version }

  /// Becomes what it was before, with tokens that look like those that it gave since.
  mutating func restore(_ backup: ModelServer) {
    let (epoch, version, key) = (epoch, protocolVersion, lastKey)
    self = backup
    // The server never gives a key twice.
    (self.epoch, protocolVersion, lastKey) = (epoch + 1, version, key)
  }

  private mutating func write(_ key: EntityKey, _ body: [UInt8]?, _ author: Identity?) {
    version += 1
    history[key, default: []].append(State(version: version, body: body, author: author))
  }

  /// A row as it was at a version.
  func body(of key: EntityKey, at version: Int64) -> [UInt8]? {
    history[key]?.last { $0.version <= version }?.body
  }

  /// `T7` after version 7; `T7/4` in the middle of all rows, which the server began to give when 4 was its floor.
  static func version(of token: String?) -> Int64? { token.flatMap { Int64($0.dropFirst().prefix { $0 != "/" }) } }

  private func isKnown(_ token: String) -> Bool {
    if let slash = token.firstIndex(of: "/") { return token[slash...] == "/\(floor)" }
    return Self.version(of: token) ?? 0 >= floor
  }

  /// The number up to which the outcomes of a client's mutations are in the rows up to a version. After it was restored, a server
  /// may make an earlier one after later ones.
  func last(of client: String, upTo version: Int64 = .max) -> Int64 {
    let own = made.filter { $0.key.client == client }
    let missing = own.filter { $0.value.version > version }.map(\.key.number).min() ?? .max
    return own.keys.map(\.number).filter { $0 < missing }.max() ?? 0
  }

  func pull(_ request: PullRequest, age: Double = 0) -> Result<PullReply, RemoteFailure> {
    let since = Self.version(of: request.token) ?? 0
    let isFull = request.token?.contains("/") != false
    if let token = request.token, !isKnown(token) {
      return .failure(RemoteFailure(.expired, "feed: token \(token) has expired"))
    }
    let names = [request.client] + (protocolVersion < 2 ? [] : request.clients)
    let counts = names.map { "/\(last(of: $0))" }.joined()
    let etag = "\(epochName ?? "E")-\(version)\(etagCountsMutations ? counts : "")"
    if let known = request.etag, known == etag { return .success(.notModified(age: age)) }
    let all =
      history
      .compactMap { key, states -> RowChange? in
        guard let state = states.last, state.version > since else { return nil }
        if let body = state.body { return .put(SyncRow(key, version: state.version, body: body)) }
        return request.token == nil || state.version <= floor ? nil : .delete(key, version: state.version)
      }
      .sorted { $0.version < $1.version }
    let hasMore = all.count > request.limit
    let changes = Array(all.prefix(request.limit))
    let next = hasMore ? changes.last?.version ?? version : version
    let mutations = Dictionary(names.map { ($0, last(of: $0, upTo: next)) }) { $1 }
    return .success(
      .page(
        PullPage(
          from: .some(request.token), next: "T\(next)" + (hasMore && isFull ? "/\(floor)" : ""), hasMore: hasMore,
          changes: changes, mutation: protocolVersion == 1 ? mutations[request.client] : nil,
          mutations: protocolVersion < 2 ? nil : mutations, epoch: epochName,
          offersLive: offersLive && protocolVersion == 2, etag: hasMore ? nil : etag, age: age)))
  }

  /// Refuses what has `bad` in its body, for good.
  mutating func push(_ request: PushRequest) -> PushReply {
    let firstNew = answersPastNewRows ? nil : request.mutations.firstIndex(where: isNew)
    let answered = firstNew.map { $0 + 1 } ?? request.mutations.count
    return PushReply(
      request.mutations.prefix(answered).map { sent in
        let mutation = isNew(sent) ? keyed(sent) : sent
        let identity = Identity(mutation)
        if made[identity] != nil { return (mutation.number, answer(identity, sent)) }
        if countsOnly, mutation.number <= last(of: mutation.client) { return (mutation.number, .applied) }
        let present = history[mutation.key]?.last
        if alwaysConflicts { return (mutation.number, .conflict) }
        let held = present?.body == nil ? 0 : present?.version ?? 0
        if isConditional, request.bases[mutation.key]?.version ?? 0 != held {
          return (mutation.number, .conflict)
        }
        var outcome = PushReply.Outcome.applied
        if let body = mutation.body, String(decoding: body, as: UTF8.self).contains("bad") {
          outcome = .rejected(code: "bad", message: "the server does not take it")
        } else {
          let body = mutation.outcome(on: rows[mutation.key], merge).map(stamp)
          if body != rows[mutation.key] { write(mutation.key, body, identity) }
        }
        made[identity] = Made(mutation: mutation, outcome: outcome, version: version)
        return (mutation.number, answer(identity, sent))
      })
  }

  private func isNew(_ mutation: Mutation) -> Bool {
    givesKeys && mutation.key.description.hasPrefix("new") && mutation.operation == .put
  }

  /// A new row under the key that it is given.
  private mutating func keyed(_ mutation: Mutation) -> Mutation {
    if let known = made[Identity(mutation)] { return known.mutation }
    let text = mutation.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard !text.contains("bad") else { return mutation }
    lastKey += 1
    let body = text.replacing("\"\(mutation.key)\"", with: "\(lastKey)")
    return Mutation(
      id: mutation.id, client: mutation.client, number: mutation.number, .put, EntityKey("\(lastKey)"),
      body: Array(body.utf8))
  }

  /// What it answers to a mutation that it has made or refused, also if it comes again.
  private func answer(_ identity: Identity, _ sent: Mutation) -> PushReply.Outcome {
    guard let made = made[identity] else { return .applied }
    guard returnsRows, made.outcome == .applied else { return made.outcome }
    let key = made.mutation.key
    guard let state = history[key]?.last else { return .applied }
    guard let body = state.body else {
      guard key != sent.key else { return .stored(.delete(key, version: state.version)) }
      return .keyed(GivenKey(Int64(key.description) ?? 0))
    }
    return .stored(.put(SyncRow(key, version: state.version, body: body)))
  }
}

extension Mutation {
  /// What the mutation makes of a row's body, apart from the engine's own code.
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
