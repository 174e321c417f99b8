import SeededTesting
import UDF

@testable import UDFSync

/// One engine's logic over one cache, and what is under way between them and a server.
struct ModelDevice {
  /// The cache as it was after each of the last commits.
  private(set) var log: [CacheTable] = []
  /// A backup of the cache, of any age.
  var backup: CacheTable?
  private(set) var table: CacheTable
  /// Dead letters that became mutations, by the ids of these.
  private(set) var revived: [Int64: DeadLetter] = [:]
  var machine: SyncMachine

  var cacheCommand: SyncCommand?
  var request: (number: Int, command: SyncCommand)?
  var resolving: (number: Int, conflicts: [Conflict])?
  /// The live stream that is open.
  var stream: ModelStream?
  var replies: [SyncEvent] = []
  var wakesAt: Double?
  var changes: [Int: LocalChange] = [:]
  var pulls: Set<Int> = []
  var lastOutcome: PullOutcome?
  var status: SyncStatus?
  /// A change of the wall clock may make an old cache look fresh, which cannot be detected.
  var isWallTrusted = true

  init(_ table: CacheTable, _ machine: SyncMachine) {
    (self.table, self.machine) = (table, machine)
  }

  /// Pending and refused mutations.
  var kept: [PendingMutation] { table.contents.outbox + Array(table.contents.deadLetters.values) }

  /// Whether nothing is under way.
  var isQuiet: Bool { cacheCommand == nil && request == nil && resolving == nil }

  mutating func commit(_ write: CacheWrite) -> Int64 {
    log.append(table)
    if log.count > 6 { log.removeFirst() }
    let letters = table.deadLetters(write.revived.map(\.letter))
    for (revival, letter) in zip(write.revived, letters) { revived[revival.id] = letter }
    return table.commit(write)
  }

  mutating func open(notice: String? = nil) -> CacheContents { table.open(notice: notice) }

  mutating func quarantine() { replace(CacheTable(table.kept)) }

  mutating func replace(_ table: CacheTable) {
    self.table = table
    log = []
  }

  /// The process ends, and begins again with what is in the cache.
  mutating func relaunch(_ machine: SyncMachine) {
    self.machine = machine
    (cacheCommand, request, resolving, wakesAt, status) = (nil, nil, nil, nil, nil)
    stream = nil
    (replies, changes, pulls) = ([], [:], [])
  }
}
