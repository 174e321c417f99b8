import LuaRuntime
import Platform
import UDF

/// The actions that led to the present state, oldest first. The kernel's journal keeps their changes.
final class History {
  let machine: LuaMachine
  let limit: Int
  private let byteLimit: Int
  /// The total size above which the exact size of the history is computed, because it may exceed its limit.
  @exclusivity(unchecked) private var mark: Int
  /// The smallest total size since the exact size was computed.
  @exclusivity(unchecked) private var base: Int
  @exclusivity(unchecked) private(set) var entries = RingQueue<Entry>()
  /// The number of all actions so far.
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var actions = ByteQueue()
  /// The typed actions, by slice.
  @exclusivity(unchecked) private var columns: [TypedActions] = []
  /// Their estimated size in bytes.
  @exclusivity(unchecked) private var typedSize = 0
  /// The number of removed entries that the machine's journal still contains, up to a position. The journal removes
  /// several at once, which are few compared with the history.
  @exclusivity(unchecked) private var late = 0
  @exclusivity(unchecked) private var latePosition: UInt64 = 0
  private let batch: Int
  @exclusivity(unchecked) var generation: Int32 = 0
  /// The number of entries that were removed because of the limits.
  private(set) var dropped = 0

  init(machine: LuaMachine, limit: Int, bytes: Int) {
    self.machine = machine
    self.limit = limit
    batch = min(64, limit / 16)
    // A limit that no history reaches; sums with it do not overflow.
    byteLimit = min(max(bytes, 0), .max / 4)
    base = machine.memoryUsed
    mark = byteLimit == 0 ? .max : base + byteLimit
    machine.copyActions(limit > 0)
  }

  deinit {
    entries.deallocate()
    actions.deallocate()
  }

  /// Whether an earlier state is being restored to reduce actions again, or the present one afterwards. Rows of engines
  /// do not change meanwhile.
  private(set) var isTravelling = false
  /// Why earlier actions cannot be undone; nil if only the limits of the history have removed them.
  private(set) var boundary: String?

  /// Whether some actions are before others with lower numbers, because the shared log has placed them there.
  @exclusivity(unchecked) private(set) var isReordered = false
  /// The oldest action that must be kept, because the log may still place others before it; nil: none.
  @exclusivity(unchecked) var pinned: Int?
  /// Whether no entries are removed now, because the host is reading the log and ``pinned`` may change.
  @exclusivity(unchecked) var isHeld = false

  /// The highest number of a removed action; 0: none.
  private(set) var forgotten = 0
  /// The number of the action after which the state was the initial one.
  private var begun = 0
  /// The past point that is shown instead of the present: the action, and the number of entries up to it.
  private(set) var past: (n: Int, shown: Int)?

  /// Whether every action since the initial state is kept.
  var isWhole: Bool { forgotten == begun }

  /// Whether the history keeps any actions.
  var keepsActions: Bool { limit > 0 }

  /// Whether an action was removed permanently.
  func isForgotten(_ n: Int) -> Bool { limit == 0 || n <= forgotten && (!isReordered || entry(n) == nil) }

  /// The position of the journal for the state that is shown.
  var position: UInt64 { position(after: past?.shown ?? entries.count) }

  /// Returns the position after that many entries.
  func position(after shown: Int) -> UInt64 { shown < entries.count ? entries[shown].start : machine.journalEnd }

  /// Returns the number of entries up to an action, whose own entry may have been removed.
  func shown(after n: Int) -> Int {
    guard isReordered else { return entries.partitioningIndex { $0.n > n } }
    return (entries.lastIndex { $0.n == n } ?? entries.lastIndex { $0.n < n }).map { $0 + 1 } ?? 0
  }

  /// Shows the state after an action until ``returnToLive()``, including the features of engines.
  func visit(_ n: Int) {
    let from = position
    let shown = shown(after: n)
    machine.travel(from: from, to: position(after: shown))
    past = (n, shown)
  }

  func returnToLive() {
    let from = position
    past = nil
    machine.travel(from: from, to: position)
  }

  func beginAction() { count += 1 }

  @inline(__always) func append(_ dispatched: Dispatched, bytes: [UInt8]?) {
    // Subscribers may still read the changes of this action.
    guard limit > 0 else { return machine.forgetJournal(before: dispatched.start) }
    if entries.count >= limit { makeRoom() }
    let first = actions.tail
    if let bytes {
      bytes.withUnsafeBytes { actions.append($0) }
    } else {
      machine.withAction { actions.append($0) }
    }
    append(dispatched, first: first, column: -1, place: 0)
  }

  /// Appends an action that is the last one of a slice's typed actions.
  func append(_ dispatched: Dispatched, typed: TypedActions) {
    guard limit > 0 else { return machine.forgetJournal(before: dispatched.start) }
    if entries.count >= limit { makeRoom() }
    let column = keepLast(of: typed)
    append(dispatched, first: actions.tail, column: column, place: typed.last)
  }

  /// Keeps the last one of a slice's typed actions. Returns the number of their column.
  @inline(__always) private func keepLast(of typed: TypedActions) -> Int32 {
    let column = typed.column ?? addColumn(typed)
    typed.keepLast()
    typedSize = columns.count == 1 ? typed.keptSize : columns.reduce(0) { $0 + $1.keptSize }
    return column
  }

  @inline(never) private func addColumn(_ typed: TypedActions) -> Int32 {
    let column = Int32(columns.count)
    columns.append(typed)
    typed.column = column
    return column
  }

  @inline(__always) private func append(_ dispatched: Dispatched, first: Int, column: Int32, place: Int) {
    entries.append(
      Entry(
        n: dispatched.n, id: dispatched.id, generation: generation, site: dispatched.site, origin: dispatched.origin,
        event: dispatched.event, column: column, place: place, first: first, last: actions.tail,
        duration: dispatched.duration, time: dispatched.time, cause: dispatched.cause, start: dispatched.start,
        end: dispatched.end))
    let size = size
    if size > mark { weigh() } else if size < base { rebase(size) }
  }

  /// Appends an action that was reduced again. Its changes are between a position of the journal and the journal's end.
  func append(_ kept: Kept, from start: UInt64) {
    var entry = kept.entry
    entry.generation = generation
    entry.first = actions.tail
    if let typed = kept.typed {
      typed.append()
      entry.column = keepLast(of: typed.list)
      entry.place = typed.list.last
    } else {
      entry.column = -1
      kept.bytes.withUnsafeBytes { actions.append($0) }
    }
    (entry.last, entry.start, entry.end) = (actions.tail, start, machine.journalEnd)
    if let last = entries.last, last.n > entry.n { isReordered = true }
    entries.append(entry)
  }

  /// Removes an entry and all later ones. The state must already be at the entry's start.
  func cut(at index: Int) {
    guard index < entries.count else { return }
    machine.truncateJournal(at: entries[index].start)
    actions.truncate(at: entries[index].first)
    for entry in entries[index...].reversed() where entry.column >= 0 { columns[Int(entry.column)].forgetLast() }
    entries.removeLast(entries.count - index)
    typedSize = columns.reduce(0) { $0 + $1.keptSize }
  }

  /// Removes the entries above the limits.
  func keepLimit() {
    while entries.count > limit, !isFirstPinned { forgetFirst() }
    if size > mark { weigh() }
  }

  private var isFirstPinned: Bool {
    if isHeld { return true }
    guard let pinned, let first = entries.first else { return false }
    return first.n == pinned
  }

  @inline(__always) private func makeRoom() { if !isFirstPinned { forgetFirst() } }

  private func forgetFirst() {
    forgetEntry()
    if late > batch { forgetJournal() }
  }

  private func forgetEntry() {
    forgotten = max(forgotten, entries[0].n)
    latePosition = entries[0].end
    late += 1
    actions.forget(before: entries[0].last)
    if entries[0].column >= 0 {
      // Borrowed: `columns` does not change during the call.
      Unmanaged.passUnretained(columns[Int(entries[0].column)])._withUnsafeGuaranteedRef {
        $0.forgetFirst()
        typedSize -= $0.size
      }
    }
    entries.removeFirst()
    dropped += 1
  }

  private func forgetJournal(atOnce: Bool = false) {
    machine.forgetJournal(before: latePosition, atOnce: atOnce)
    late = 0
  }

  /// Corrects the mark: a part of the size at the last computation was garbage.
  @inline(never) private func rebase(_ size: Int) {
    if byteLimit > 0 { mark -= base - size }
    base = size
  }

  /// The size that the history may have at most: the machine's memory, and actions twice, because slices in Swift keep
  /// replaced rows.
  private var size: Int { machine.memoryUsed + 2 * (actions.count + typedSize) }

  /// Computes the exact size. If it is too large, removes old entries down to 3/4 of the limit, so that this is rare.
  @inline(never) private func weigh() {
    var (weight, spared, first) = (0, 0, entries.count - 1)
    for index in entries.indices.reversed() where weight <= byteLimit {
      let entry = entries[index]
      let own = entry.column < 0 ? entry.last - entry.first : columns[Int(entry.column)].size
      weight +=
        own + MemoryLayout<Entry>.stride
        + machine.weight(from: entry.start, to: entry.end, native: own, most: byteLimit + 1)
      if weight <= byteLimit / 4 * 3 { (spared, first) = (weight, index) }
    }
    if weight > byteLimit {
      for _ in 0..<first where !isFirstPinned { forgetEntry() }
      weight = spared
      typedSize = columns.reduce(0) { $0 + $1.keptSize }
    }
    if late > 0 { forgetJournal(atOnce: true) }
    base = size
    mark = base + byteLimit - weight
  }

  /// Returns an entry's action in byte form.
  func bytes(of entry: Entry) -> [UInt8] {
    entry.column < 0
      ? actions.bytes(entry.first..<entry.last) : columns[Int(entry.column)].bytes(at: entry.place)
  }

  /// Returns a copy of an entry's action in the form in which it is kept.
  func kept(_ entry: Entry) -> Kept {
    if entry.column < 0 { return Kept(entry: entry, bytes: actions.bytes(entry.first..<entry.last)) }
    return Kept(entry: entry, typed: columns[Int(entry.column)].action(at: entry.place))
  }

  /// Returns the last action of a type.
  func last(_ id: Int32) -> Entry? { entries.last { $0.id == id } }

  /// Calls `body` with the state before an entry's action, and then restores the present state.
  func before(_ entry: Entry, _ body: () throws(HostError) -> Void) throws(HostError) {
    let present = position
    travel(from: present, to: entry.start)
    defer { travel(from: entry.start, to: present) }
    try body()
  }

  func travel(from: UInt64, to: UInt64) {
    isTravelling = true
    machine.travel(from: from, to: to)
    isTravelling = false
  }

  /// Removes all entries; the state stays. If it `begins`, the state is the initial one.
  ///
  /// - Parameter boundary: the reason, as the object of "undo does not go back past".
  func clear(begins: Bool = false, _ boundary: String? = nil) {
    forgotten = count
    if begins { begun = count }
    self.boundary = boundary
    machine.truncateJournal(at: position)
    machine.forgetJournal(before: machine.journalEnd)
    entries.removeAll()
    isReordered = false
    (dropped, late) = (0, 0)
    actions.truncate(at: actions.head)
    // Their slices may have been removed.
    for column in columns {
      column.forgetAll()
      column.column = nil
    }
    (columns, typedSize) = ([], 0)
  }
}
