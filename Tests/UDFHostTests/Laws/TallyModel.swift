import HostTesting
import UDFHost

/// The expected content of a feature `tally`, in Swift. Each action has the code that reduced it last.
///
/// It adds numbers, marks the sum, and counts the rows that an engine delivers. A reload changes the factor by which it adds and counts.
struct TallyModel {
  struct State: Equatable {
    var sum = 0
    var seen = 0
    var marks: [Int] = []

    var value: Value {
      ["marks": .list(marks.map { .integer(Int64($0)) }), "seen": .integer(Int64(seen)), "sum": .integer(Int64(sum))]
    }
  }

  private struct Entry {
    let record: ActionRecord
    var before = State()
    var after = State()

    var n: Int { record.n }
    /// Whether a user sent it.
    var isRoot: Bool { record.cause == nil && record.origin == .prompt }

    func reduced(_ state: State, factor: Int) -> State {
      var state = state
      switch record.type {
      case "tally/add": state.sum += (record.fields["by"].integer ?? 0) * factor
      case "tally/mark": state.marks.append(state.sum)
      case "articles/cached", "articles/synced": state.seen += record.fields["rows"].items.count * factor
      default: break
      }
      return state
    }

    /// Whether the action changes something else from one state to the next than it did before.
    func differs(_ before: State, _ after: State) -> Bool {
      if (before.sum != after.sum || self.before.sum != self.after.sum) && before.sum != self.before.sum { return true }
      if (before.seen != after.seen || self.before.seen != self.after.seen) && before.seen != self.before.seen {
        return true
      }
      return after.sum - before.sum != self.after.sum - self.before.sum
        || after.seen - before.seen != self.after.seen - self.before.seen
        || record.type == "tally/mark"
          && (before.marks.count != self.before.marks.count || after.marks.last != self.after.marks.last)
    }
  }

  /// The factor of the present code.
  var factor = 1
  private var kept: [Entry] = []
  /// The actions of each undo that can be redone, the last undo at the end.
  private var undone: [[Entry]] = []

  var state: State { kept.last?.after ?? State() }
  /// The numbers of the actions in the history.
  var numbers: [Int] { kept.map(\.n) }
  var canRedo: Bool { !undone.isEmpty }

  mutating func commit(_ record: ActionRecord) {
    let entry = Entry(record: record)
    if entry.isRoot { undone = [] }
    kept.append(entry)
    reduce(from: record.n)
  }

  /// Returns the last actions of users that an undo can remove, each with all that it caused, the last one first; nil if there
  /// are fewer.
  func roots(_ count: Int) -> [Set<Int>]? {
    let roots = kept.filter { $0.isRoot && $0.record.type != "articles/pull" }.suffix(count)
    guard roots.count == count else { return nil }
    return roots.reversed().map { root in
      kept.reduce(into: [root.n]) { all, entry in
        if let cause = entry.record.cause, all.contains(cause) { all.insert(entry.n) }
      }
    }
  }

  /// Returns the actions that `resume` removes after `n`: all later ones except those of engines.
  func removable(after n: Int) -> Set<Int> { Set(kept.filter { $0.n > n && $0.record.origin != .sync }.map(\.n)) }

  /// Whether one of the actions is a request to change rows, so that an undo is refused.
  func changesRows(_ actions: Set<Int>) -> Bool {
    kept.contains { actions.contains($0.n) && $0.record.type == "articles/mutate" }
  }

  /// Returns the kept actions that have other changes now. Reduces all actions from `first` on again; nil: from the first
  /// removed one.
  mutating func undo(_ groups: [Set<Int>], from first: Int? = nil) -> Set<Int> {
    for group in groups { undone.append(kept.filter { group.contains($0.n) }) }
    let all = groups.reduce(into: Set<Int>()) { $0.formUnion($1) }
    kept.removeAll { all.contains($0.n) }
    return reduce(from: first ?? all.min() ?? 0)
  }

  /// Returns the actions that have other changes now, also those that it restores.
  mutating func redo() -> Set<Int> {
    guard let restored = undone.popLast(), let first = restored.first else { return [] }
    kept = (kept + restored).sorted { $0.n < $1.n }
    return reduce(from: first.n)
  }

  /// Reduces the history again from the first action for which the present code has another result. Returns its number; nil: there is none.
  mutating func replay() -> Int? {
    guard let first = kept.first(where: { $0.differs($0.before, $0.reduced($0.before, factor: factor)) })?.n else {
      return nil
    }
    undone = []
    reduce(from: first)
    return first
  }

  @discardableResult
  private mutating func reduce(from n: Int) -> Set<Int> {
    var differing: Set<Int> = []
    for index in kept.indices where kept[index].n >= n {
      let before = index > 0 ? kept[index - 1].after : State()
      let after = kept[index].reduced(before, factor: factor)
      if kept[index].differs(before, after) { differing.insert(kept[index].n) }
      (kept[index].before, kept[index].after) = (before, after)
    }
    return differing
  }

  static func source(factor: Int) -> String {
    Source.feature(
      """
        name = "tally", state = { sum = 0, seen = 0, marks = udf.list {} },
        reduce = {
          add = function(state, action) state.sum = state.sum + action.by * \(factor) end,
          mark = function(state) table.insert(state.marks, state.sum) end,
          go = function() end,
          ["articles/cached"] = function(state, action) state.seen = state.seen + #action.rows * \(factor) end,
          ["articles/synced"] = function(state, action) state.seen = state.seen + #action.rows * \(factor) end,
        },
        effects = {
          add = function(cx) cx.send { type = "mark" } end,
          go = function(cx, action) cx.send { type = "articles/mutate", put = { id = action.id, title = "sent" } } end,
        },
      """)
  }
}
