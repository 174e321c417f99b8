import SeededTesting
import UDF

@testable import UDFSync

/// Engines' logic over caches and a server that are values, in virtual time: each step lets one thing happen, drawn from the seed,
/// and checks what must always hold.
///
/// A run begins with one cache. Copies of it, live at the same time, backups and logs whose end was lost come on the way.
struct ModelRun {
  typealias Identity = ModelServer.Identity

  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  let seed: UInt64
  var random: SeededGenerator
  var server = ModelServer()
  /// The server some time ago, as a replica that lags has it.
  var replica = ModelServer()
  var replicatedAt = -1e9
  var backup: ModelServer?
  /// The states of the server at the ends of earlier epochs.
  var epochs: [String: ModelServer] = [:]
  var devices: [ModelDevice] = []
  /// The device that something happens to.
  var current = 0
  var hasFaults = true
  let options: SyncOptions
  let policy: ModelPolicy
  let database: SyncDatabase

  var uptime = 0.0
  var wall = 1_800_000_000.0
  /// When the server reached which version.
  var timeline: [(uptime: Double, version: Int64)] = [(-1e9, 0)]

  var lastWaiter = 0
  var lastClient = 0
  /// Counts the rows that the app has made for a server that gives keys.
  var lastNew = 0
  /// Mutations that were reported as durable and not removed since.
  var promised: [Identity: Mutation] = [:]
  /// The texts by the identities under which they were sent, and the reverse.
  var sent: [Identity: Mutation] = [:]
  var senders: [String: Identity] = [:]
  /// The states of dead letters.
  var revived: Set<Identity> = []
  /// The versions of the rows under each mutation when it was made.
  var bases: [Identity: [RowKey: Int64]] = [:]
  /// The keys of the rows of a mutation that the cache did not have when it was made.
  var unseen: [Identity: Set<RowKey>] = [:]
  /// Whether the wall clock was set.
  var hasWallMoved = false
  /// Whether one cache has kept all its rows and mutations so far.
  var isPlain = true
  var requests = 0
  var count = 0
  /// What has happened; nil: the text of the note.
  var trace: [(step: Int, device: Int, event: SyncEvent?, note: String, commands: [SyncCommand])] = []
  /// The counts of the rare events.
  var events: [String: Int] = [:]

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    policy = ModelPolicy(seed: seed)
    // Some servers have two collections at their address.
    let names = seed / 3 % 3 == 0 ? ["a", "b"] : [""]
    let collections = names.map { SyncCollection("rows\($0)", collection: $0, folder: "/model") }
    database = SyncDatabase(OneOrMore(collections[0], Array(collections.dropFirst())))
    options = SyncOptions(ttl: 60, timeout: 30, page: seed / 7 % 3 == 0 ? 1 : 3, batch: 2, merge: modelMerge)
    server.merge = modelMerge
    server.etagCountsMutations = seed / 2 % 2 == 0
    server.protocolVersion = [2, 1, 2, 2, 1, 0][Int(seed / 8 % 6)]
    if database.isNamed { server.protocolVersion = 2 }
    server.offersLive = seed / 4 % 4 != 3
    server.filters = seed % 5 > 1
    server.returnsRows = seed % 3 == 0
    server.isConditional = seed % 6 < 2
    server.givesKeys = seed % 6 == 3 || seed % 18 == 0
    server.takesAll = seed / 5 % 8 != 0
    replica = server
    var contents = CacheContents()
    (contents.filter.shown, contents.filter.held) = (database.filter, database.filter)
    contents.filter.declared = database.filter
    devices = [ModelDevice(CacheTable(KeptChanges(contents)), machine())]
  }

  var device: ModelDevice {
    get { devices[current] }
    _modify { yield &devices[current] }
  }

  /// Another opening. Its client name is like no other's, though the generator is seeded.
  mutating func machine() -> SyncMachine {
    lastClient += 1
    return SyncMachine(
      database, options: options, needsBases: server.isConditional,
      takesAll: server.protocolVersion == 0 ? server.takesAll : nil, conflict: policy.policy,
      random: SeededGenerator(seed: seed ^ UInt64(lastClient)),
      makeClient: { [opening = lastClient, names = ModelNames()] in "c\(opening).\(names.next())" })
  }

  /// Whether less is changed and less goes wrong than in other runs.
  var isCalm: Bool { seed % 2 == 0 }

  // MARK: what can happen

  mutating func step() throws {
    count += 1
    current = draw(devices.count)
    // So much of a hundred for each, up to here; in a calm run most cycles come to their end, and a stream follows.
    let bounds = isCalm ? [32, 60, 80, 86, 88, 90, 97, 98] : [28, 49, 55, 63, 73, 80, 87, 90]
    let roll = draw(100)
    // A difference is soon complete, so what can happen in the middle of one is drawn more often there.
    if device.table.contents.filter.held == nil, draw(4) == 0 { return try filter() }
    switch bounds.firstIndex(where: { roll < $0 }) {
    case 0: try answerCache()
    case 1: try answerRequest()
    case 2: try useStream()
    case 3: editServer()
    case 4: if draw(isCalm ? 16 : 6) == 0 { try filter() } else { try ask(mutation()) }
    case 5: try pull(force: draw(2) == 0)
    case 6: try pass(time: Double(draw(isCalm ? 20 : 40)))
    case 7: try repeatReply()
    default: try rare(draw(100))
    }
    try check()
  }

  private mutating func rare(_ roll: Int) throws {
    guard hasFaults else { return }
    switch roll {
    case 0..<12: try crash()
    case 12..<20: try ask(.reset(outbox: draw(3) == 0))
    case 20..<32: server.expire()
    case 32..<42:
      for index in devices.indices { devices[index].isWallTrusted = false }
      hasWallMoved = true
      wall += Double(draw(3) - 1) * 86_400
    case 42..<52: if let waiter = device.pulls.min() { try receive(.cancelPull(waiter)) }
    case 52..<56: try receive(.damaged(CacheFailure(.corrupt, "rows: a page is damaged")))
    case 56..<58: try ask(.bury(device.table.contents.deadLetters.keys.sorted()))
    case 58..<64: try revive()
    case 64..<94: try misfortune(roll - 64)
    default: try pass(time: 10_000)
    }
  }

  /// Draws whether something goes wrong with a command.
  mutating func drawFault() -> Bool { hasFaults && (!isCalm || draw(4) == 0) }

  mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func key() -> RowKey { RowKey("k\(draw(8))", in: database.names[draw(database.names.count)]) }

  /// The key of a row that the app changes; now and then of one that it makes, or has made, and that the server gives a key.
  private mutating func ownKey() -> RowKey {
    guard server.givesKeys, draw(3) == 0 else { return key() }
    if draw(2) == 0 { lastNew += 1 }
    return RowKey("new\(max(0, lastNew - draw(3)))", in: database.names[draw(database.names.count)])
  }

  private mutating func body(_ key: RowKey, _ what: String) -> [UInt8] {
    Array(#"{"id":"\#(key.key)","c":"\#(["x", "y", "z"][draw(3)])","t":"\#(what)\#(count)"}"#.utf8)
  }

  /// Shows the rows of one or two kinds from now on, or all.
  private mutating func filter() throws {
    let filters: [RowFilter] = [
      .all, ["c": "x"], ["c": "y"], RowFilter(["c": ["x", "y"]]), RowFilter(["c": ["y", "z"]]),
    ]
    let filter = filters[draw(filters.count)]
    events["filter", default: 0] += 1
    if case .pull? = device.request?.command { events["filter while a page is awaited", default: 0] += 1 }
    if device.table.contents.filter.held == nil { events["filter in the middle of a difference", default: 0] += 1 }
    try ask(.filter(filter, of: database.names[draw(database.names.count)]))
  }

  private mutating func editServer() {
    let key = key()
    if draw(3) == 0 { server.delete(key) } else { server.put(key, body(key, "server")) }
    noteVersion()
    if draw(5) == 0 { (replica, replicatedAt) = (server, uptime) }
    if draw(5) == 0 { backup = server }
  }

  mutating func noteVersion() { timeline.append((uptime, server.version)) }

  /// A change of one row, or of several as one.
  private mutating func mutation() -> LocalChange {
    var parts = OneOrMore(part(ownKey()))
    while draw(3) == 0, parts.count < 4 {
      let key = ownKey()
      // A policy answers for a row once, so two parts of a row become one.
      if policy == .replay || !parts.contains(where: { $0.key == key }) { parts.tail.append(part(key)) }
    }
    return .mutate(parts)
  }

  private mutating func part(_ key: RowKey) -> Mutation.Part {
    switch draw(6) {
    case 0: Mutation.Part(.delete, key)
    case 1: Mutation.Part(.put, key, body: body(key, "bad"))
    case 2, 3: Mutation.Part(.patch, key, body: body(key, "patch"))
    default: Mutation.Part(.put, key, body: body(key, "local"))
    }
  }

  private mutating func revive() throws {
    let letters = device.table.contents.deadLetters
    // One that is no dead letter is thrown back.
    try ask(.revive(letters.isEmpty ? [-7] : letters.keys.sorted(), nil))
    guard let id = letters.keys.min(), let letter = letters[id] else { return }
    guard letter.parts.count > 1 else { return try ask(.revive([id], .body(body(letter.key, "amended")))) }
    try ask(
      .revive([id], .parts(letter.parts.mapped { Mutation.Part(.put, $0.key, body: body($0.key, "amended")) })))
  }

  mutating func ask(_ change: LocalChange) throws {
    lastWaiter += 1
    device.changes[lastWaiter] = change
    if case .reset = change { isPlain = false }
    try receive(.change(change, lastWaiter))
  }

  mutating func pull(force: Bool) throws {
    lastWaiter += 1
    device.pulls.insert(lastWaiter)
    try receive(.pull(lastWaiter, force: force))
  }

  mutating func pass(time: Double) throws {
    uptime += time
    wall += time
    for index in devices.indices {
      current = index
      guard let wakesAt = device.wakesAt, wakesAt <= uptime else { continue }
      device.wakesAt = nil
      try receive(.timer)
    }
  }

  /// Received events are received again.
  private mutating func repeatReply() throws {
    guard hasFaults, !device.replies.isEmpty else { return }
    try receive(device.replies[draw(device.replies.count)])
  }
}
