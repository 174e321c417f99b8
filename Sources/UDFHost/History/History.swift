import LuaRuntime
import UDF

/// The actions that made the present state, oldest first. What they changed stays in the kernel's journal.
final class History {
  struct Entry: BitwiseCopyable {
    var n: Int
    var id: Int32
    var generation: Int32
    /// The script line that sent it, -1: none, or it is not kept.
    var site: Int32
    var origin: Origin
    /// The number of the view event that became it, -1: none did.
    var event: Int32
    /// Which slice's typed actions have it; -1: it is kept in byte form.
    var column: Int32 = -1
    /// Its index among these.
    var place = 0
    /// Where the action stands in byte form.
    var first: Int
    var last: Int
    var duration: Double
    /// Seconds on the host's clock.
    var time: Double
    /// The number of the action that caused it, 0: none; or ``Trigger/user``.
    var cause: Int
    /// The journal before and after.
    var start: UInt64
    var end: UInt64
  }

  let machine: LuaMachine
  private let limit: Int
  private let byteLimit: Int
  /// Above it what is kept may be more than allowed, and is weighed.
  @exclusivity(unchecked) private var mark: Int
  /// The least that was in use since it was weighed.
  @exclusivity(unchecked) private var base: Int
  @exclusivity(unchecked) private(set) var entries = RingQueue<Entry>()
  /// How many actions there have been.
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var actions = ByteQueue()
  /// Those that are kept as Swift values, by slice.
  @exclusivity(unchecked) private var columns: [TypedActions] = []
  /// About how many bytes those take.
  @exclusivity(unchecked) private var typedSize = 0
  /// How many entries of those that are forgotten the machine's journal still has, up to a position. It forgets several at
  /// once, but never much more late than the history is long.
  @exclusivity(unchecked) private var late = 0
  @exclusivity(unchecked) private var latePosition: UInt64 = 0
  private let batch: Int
  /// The generation that reduces now.
  @exclusivity(unchecked) var generation: Int32 = 0
  /// How many entries had to make room for newer ones.
  private(set) var dropped = 0

  init(machine: LuaMachine, limit: Int, bytes: Int) {
    self.machine = machine
    self.limit = limit
    batch = min(64, limit / 16)
    // Nothing weighs that much, and what is added to it must still be a number.
    byteLimit = min(max(bytes, 0), .max / 4)
    base = machine.memoryUsed
    mark = byteLimit == 0 ? .max : base + byteLimit
    machine.copyActions(limit > 0)
  }

  deinit {
    entries.deallocate()
    actions.deallocate()
  }

  /// Whether the state goes to another moment of the history for good or to reduce there: what engines have written stays.
  private(set) var isTravelling = false
  /// Why nothing from before can be undone, nil if only the limits of the history have forgotten it.
  private(set) var boundary: String?

  /// The last action that is no longer kept; 0: none.
  private(set) var forgotten = 0
  /// After which action the state was the initial one.
  private var begun = 0
  /// The past point that is shown instead of the present: after an action, which that many entries lead to.
  private(set) var past: (n: Int, shown: Int)?

  /// Whether every action since the initial state is kept.
  var isWhole: Bool { forgotten == begun }

  /// Whether it keeps any actions at all.
  var keepsActions: Bool { limit > 0 }

  /// Whether an action is no longer kept and cannot come back.
  func isForgotten(_ n: Int) -> Bool { limit == 0 || n <= forgotten }

  /// Where in the journal the state stands.
  var position: UInt64 { position(after: past?.shown ?? entries.count) }

  /// Where it stands after that many entries.
  func position(after shown: Int) -> UInt64 {
    shown < entries.count ? entries[shown].start : machine.journalEnd
  }

  /// How many entries lead to what an action left, which need not be kept itself.
  func shown(after n: Int) -> Int { entries.partitioningIndex { $0.n > n } }

  /// Shows the state after an action until ``returnToLive()``. That of engines' features is shown with it.
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
    if entries.count == limit { forgetFirst() }
    let first = actions.tail
    if let bytes {
      bytes.withUnsafeBytes { actions.append($0) }
    } else {
      machine.withAction { actions.append($0) }
    }
    append(dispatched, first: first, column: -1, place: 0)
  }

  /// The same with an action that is kept as the last of a slice's typed ones.
  func append(_ dispatched: Dispatched, typed: TypedActions) {
    guard limit > 0 else { return machine.forgetJournal(before: dispatched.start) }
    if entries.count == limit { forgetFirst() }
    let column = keepLast(of: typed)
    append(dispatched, first: actions.tail, column: column, place: typed.last)
  }

  /// Keeps the last of a slice's typed actions. Returns the number of their column.
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

  /// Puts an action that was reduced again behind the others; its changes lie between a position of the journal and its end.
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
    entries.append(entry)
  }

  /// Forgets everything from an entry on, to whose start the state has gone back.
  func cut(at index: Int) {
    guard index < entries.count else { return }
    machine.truncateJournal(at: entries[index].start)
    actions.truncate(at: entries[index].first)
    for entry in entries[index...].reversed() where entry.column >= 0 { columns[Int(entry.column)].forgetLast() }
    entries.removeLast(entries.count - index)
    typedSize = columns.reduce(0) { $0 + $1.keptSize }
  }

  /// Forgets what is more than may be kept.
  func keepLimit() {
    while entries.count > limit { forgetFirst() }
    if size > mark { weigh() }
  }

  private func forgetFirst() {
    forgetEntry()
    if late > batch { forgetJournal() }
  }

  private func forgetEntry() {
    forgotten = entries[0].n
    latePosition = entries[0].end
    late += 1
    actions.forget(before: entries[0].last)
    if entries[0].column >= 0 {
      // Borrowed: columns stay as they are.
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

  /// Some of what was in use when all was weighed was garbage.
  @inline(never) private func rebase(_ size: Int) {
    if byteLimit > 0 { mark -= base - size }
    base = size
  }

  /// All that could be kept: what is in the machine's memory, and actions twice, because slices in Swift hold of the rows that
  /// actions brought those that were replaced.
  private var size: Int { machine.memoryUsed + 2 * (actions.count + typedSize) }

  /// Forgets the oldest, if there is too much, and of that so much that weighing stays rare.
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
      for _ in 0..<first { forgetEntry() }
      weight = spared
      typedSize = columns.reduce(0) { $0 + $1.keptSize }
    }
    if late > 0 { forgetJournal(atOnce: true) }
    base = size
    mark = base + byteLimit - weight
  }

  /// An entry's action in byte form.
  func bytes(of entry: Entry) -> [UInt8] {
    entry.column < 0
      ? actions.bytes(entry.first..<entry.last) : columns[Int(entry.column)].bytes(at: entry.place)
  }

  /// An entry's action apart from the history, in the form in which it is kept.
  func kept(_ entry: Entry) -> Kept {
    if entry.column < 0 { return Kept(entry: entry, bytes: actions.bytes(entry.first..<entry.last)) }
    return Kept(entry: entry, typed: columns[Int(entry.column)].action(at: entry.place))
  }

  /// The last action of a type.
  func last(_ id: Int32) -> Entry? { entries.last { $0.id == id } }

  /// Runs `body` with the state as an entry's action found it, and brings the present back.
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

  /// Forgets everything; the state stays as it is, which is the initial one if it `begins`.
  ///
  /// - Parameter boundary: what happened, as the object of "undo does not go back past".
  func clear(begins: Bool = false, _ boundary: String? = nil) {
    forgotten = count
    if begins { begun = count }
    self.boundary = boundary
    machine.truncateJournal(at: position)
    machine.forgetJournal(before: machine.journalEnd)
    entries.removeAll()
    (dropped, late) = (0, 0)
    actions.truncate(at: actions.head)
    // Their slices may be gone.
    for column in columns {
      column.forgetAll()
      column.column = nil
    }
    (columns, typedSize) = ([], 0)
  }

  /// The last write to a place as entries in the range left it, with the index of the entry that made it; nil, and where that
  /// stood before them, if none did. Throws if their writes cannot be listed.
  func lastWrite(to place: inout Path, in range: Range<Int>) throws(HostError) -> (write: Write, entry: Int)? {
    guard let first = range.first, let last = range.last else { return nil }
    var former = place
    let writes: [Value]
    do throws(LuaError) {
      writes = try machine.writes(from: entries[first].start, to: entries[last].end, now: position)
    } catch {
      throw HostError(error)
    }
    guard let write = writes.lazy.compactMap(Write.init).last(where: { $0.wrote(&former) }) else {
      place = former
      return nil
    }
    if range.count == 1 { return (write, first) }
    let middle = range.lowerBound + range.count / 2
    if let later = try lastWrite(to: &place, in: middle..<range.upperBound) { return later }
    return try lastWrite(to: &place, in: range.lowerBound..<middle)
  }

  /// The changes between two positions of the journal. Throws if they do not fit into the memory limit.
  func changes(from: UInt64, to: UInt64) throws(HostError) -> [Change] {
    do throws(LuaError) {
      return try machine.changes(from: from, to: to, now: position).compactMap(Change.init)
    } catch {
      throw HostError(error)
    }
  }
}
