import DequeModule
import LuaKernel
import LuaRuntime

/// What happened, oldest first, and how far of it holds now. The changes themselves stay in the kernel's journal.
final class History {
  struct Entry {
    var n: Int
    var id: Int32
    var origin: Origin
    /// The action in byte form.
    var bytes: [UInt8]
    var start: UInt64
    var end: UInt64
    var duration: Double
  }

  private let machine: LuaMachine
  private let limit: Int
  private(set) var entries: Deque<Entry> = []
  /// How many of the entries hold; those behind were taken back.
  private(set) var applied = 0
  /// How many actions there have been.
  private(set) var count = 0

  init(machine: LuaMachine, limit: Int) {
    self.machine = machine
    self.limit = limit
  }

  /// Where in the journal the state stands.
  var position: UInt64 {
    applied < entries.count ? entries[applied].start : lk_position(machine.pointer)
  }

  /// A new action gives up what was taken back.
  func beginAction() {
    count += 1
    guard applied < entries.count else { return }
    lk_truncate(machine.pointer, entries[applied].start)
    entries.removeLast(entries.count - applied)
  }

  func append(_ dispatched: Dispatched, bytes: [UInt8]?) {
    guard limit > 0 else { return lk_forget(machine.pointer, dispatched.end) }
    if entries.count == limit {
      lk_forget(machine.pointer, entries[0].end)
      entries.removeFirst()
    }
    entries.append(
      Entry(
        n: dispatched.n, id: dispatched.action.id, origin: dispatched.action.origin, bytes: bytes ?? machine.action,
        start: dispatched.start, end: dispatched.end, duration: dispatched.duration))
    applied = entries.count
  }

  /// The last action of a type that holds.
  func last(_ id: Int32) -> Entry? { entries.prefix(applied).last { $0.id == id } }

  /// Takes back the last action from the prompt or a view event and what came after it; nil if there is none.
  func undo() -> Range<Int>? {
    guard let first = entries.prefix(applied).lastIndex(where: { $0.origin == .prompt || $0.origin == .event })
    else { return nil }
    let taken = first..<applied
    lk_travel(machine.pointer, position, entries[first].start)
    applied = first
    return taken
  }

  /// Does again what the last undo took back; nil if there is nothing.
  func redo() -> Range<Int>? {
    guard applied < entries.count else { return nil }
    var end = applied + 1
    while end < entries.count, entries[end].origin != .prompt, entries[end].origin != .event { end += 1 }
    lk_travel(machine.pointer, entries[applied].start, entries[end - 1].end)
    let redone = applied..<end
    applied = end
    return redone
  }

  /// Forgets everything; the state stays as it is.
  func clear() {
    lk_truncate(machine.pointer, position)
    lk_forget(machine.pointer, lk_position(machine.pointer))
    entries.removeAll()
    applied = 0
  }

  func changes(from: UInt64, to: UInt64) -> [Change] {
    machine.changes(from: from, to: to, now: position).compactMap(Change.init)
  }
}
