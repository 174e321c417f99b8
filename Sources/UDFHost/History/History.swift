import LuaRuntime

/// What happened, oldest first, and how far of it holds now. The changes themselves stay in the kernel's journal.
final class History {
  struct Entry: BitwiseCopyable {
    var n: Int
    var id: Int32
    var origin: Origin
    /// Where the action stands in byte form.
    var first: Int
    var last: Int
    var duration: Double
    /// The journal before and after.
    var start: UInt64
    var end: UInt64
  }

  private let machine: LuaMachine
  private let limit: Int
  @exclusivity(unchecked) private(set) var entries = Ring<Entry>()
  /// How many of the entries hold; those behind were taken back.
  @exclusivity(unchecked) private(set) var applied = 0
  /// How many actions there have been.
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var actions = ByteQueue()

  init(machine: LuaMachine, limit: Int) {
    self.machine = machine
    self.limit = limit
    machine.copyActions(limit > 0)
  }

  deinit {
    entries.deallocate()
    actions.deallocate()
  }

  /// Whether what has happened is taken back or done again: what engines have written stays then.
  private(set) var isTravelling = false

  /// Where in the journal the state stands.
  var position: UInt64 {
    applied < entries.count ? entries[applied].start : machine.journalEnd
  }

  func beginAction() { count += 1 }

  var hasUndone: Bool { applied < entries.count }

  /// A new action gives up what was taken back.
  func dropUndone() {
    machine.truncateJournal(at: entries[applied].start)
    actions.truncate(at: entries[applied].first)
    entries.removeLast(entries.count - applied)
  }

  func append(_ dispatched: Dispatched, bytes: [UInt8]?) {
    // Who is told of this action still asks for its changes.
    guard limit > 0 else { return machine.forgetJournal(before: dispatched.start) }
    if entries.count == limit {
      machine.forgetJournal(before: entries[0].end)
      actions.forget(before: entries[0].last)
      entries.removeFirst()
    }
    let first = actions.tail
    if let bytes {
      bytes.withUnsafeBytes { actions.append($0) }
    } else {
      machine.withAction { actions.append($0) }
    }
    entries.append(
      Entry(
        n: dispatched.n, id: dispatched.id, origin: dispatched.origin, first: first, last: actions.tail,
        duration: dispatched.duration, start: dispatched.start, end: dispatched.end))
    applied = entries.count
  }

  /// An entry's action in byte form.
  func bytes(of entry: Entry) -> [UInt8] { actions.bytes(entry.first..<entry.last) }

  /// The last action of a type that holds.
  func last(_ id: Int32) -> Entry? { entries.prefix(applied).last { $0.id == id } }

  /// Runs `body` with the state as an entry's action found it, and brings the present back.
  func before(_ entry: Entry, _ body: () throws(HostError) -> Void) throws(HostError) {
    let present = position
    travel(from: present, to: entry.start)
    defer { travel(from: entry.start, to: present) }
    try body()
  }

  private func travel(from: UInt64, to: UInt64) {
    isTravelling = true
    machine.travel(from: from, to: to)
    isTravelling = false
  }

  /// Takes back the last action from the prompt or a view event that `canBeUndone`, and what came after it; nil if there is
  /// none.
  func undo(where canBeUndone: (Entry) -> Bool) -> Range<Int>? {
    let first = entries.prefix(applied).lastIndex { entry in
      (entry.origin == .prompt || entry.origin == .event) && canBeUndone(entry)
    }
    guard let first else { return nil }
    let taken = first..<applied
    travel(from: position, to: entries[first].start)
    applied = first
    return taken
  }

  /// Does again what the last undo took back; nil if there is nothing.
  func redo() -> Range<Int>? {
    guard applied < entries.count else { return nil }
    var end = applied + 1
    while end < entries.count, entries[end].origin != .prompt, entries[end].origin != .event { end += 1 }
    travel(from: entries[applied].start, to: entries[end - 1].end)
    let redone = applied..<end
    applied = end
    return redone
  }

  /// Forgets everything; the state stays as it is.
  func clear() {
    machine.truncateJournal(at: position)
    machine.forgetJournal(before: machine.journalEnd)
    entries.removeAll()
    actions.truncate(at: actions.head)
    applied = 0
  }

  func changes(from: UInt64, to: UInt64) -> [Change] {
    machine.changes(from: from, to: to, now: position).compactMap(Change.init)
  }
}
