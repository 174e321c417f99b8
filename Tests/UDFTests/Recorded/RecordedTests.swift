import Testing
import UDF

@Suite("Recorded")
struct RecordedTests {
  /// The edits as text: `count: 0 → 1`, or the edit of a journaled value.
  static func told(_ edits: [RecordedEdit<LibraryState>]) -> [String] {
    let names: [PartialKeyPath<LibraryState>: String] = [
      \.name: "name", \.count: "count", \.shelves: "shelves", \.desk: "desk", \.desk.number: "desk.number",
      \.desk.ledger: "desk.ledger", \.self: "state",
    ]
    return edits.map { edit in
      let name = names[edit.keyPath] ?? "\(edit.keyPath)"
      return switch edit.kind {
      case .set(let old, let new): "\(name): \(old) → \(new)"
      case .edit(let edit): "\(name): \(edit)"
      }
    }
  }

  @Test("a reducer's writes to members are recorded with their places")
  func writingMembers() {
    var state = Recorded(LibraryState())
    state.name = "North"
    state.count += 2
    state[\.desk.number] = 7
    #expect(state.value.name == "North")
    #expect(state.count == 2)
    #expect(state.desk.number == 7)
    #expect(state.position == 3)
    #expect(Self.told(state.edits(0..<3)) == ["name:  → North", "count: 0 → 2", "desk.number: 0 → 7"])
    #expect(Self.told(state.edits(1..<2)) == ["count: 0 → 2"])
  }

  @Test("reading is not recorded")
  func reading() {
    let state = Recorded(LibraryState(name: "North", count: 2))
    #expect(state.name + "\(state.count)" + "\(state[\.desk.number])\(state.desk.ledger.lines)" == "North20[]")
    #expect(state.end == 0)
  }

  @Test("a journaled member records its own edits, an assigned one its old value")
  func journaledMember() {
    var state = Recorded(LibraryState())
    state[\.desk.ledger].append(3)
    state[\.desk.ledger] = Ledger()
    state[\.desk.ledger].append(4)
    let told = state.edits(0..<3)
    #expect(told.map(\.keyPath) == [\LibraryState.desk.ledger, \.desk.ledger, \.desk.ledger])
    guard case .edit(let first) = told[0].kind, case .set(let old, let new) = told[1].kind else {
      return #expect(Bool(false), "\(told)")
    }
    #expect(first as? Ledger.Edit == .append(3))
    #expect((old as? Ledger)?.lines == [3])
    #expect((new as? Ledger)?.lines == [])
    state.travel(to: 1)
    #expect(state.desk.ledger.lines == [3])
    state.travel(to: 3)
    #expect(state.desk.ledger.lines == [4])
  }

  @Test("an undone and redone edit is still reported as it was first made")
  func tellingWhatIsTakenBack() {
    var state = Recorded(LibraryState(), historyLimit: 10)
    state.count = 1
    state.desk = LibraryState.Desk(number: 1)
    state[\.desk.number] = 2
    let told = Self.told(state.edits(0..<3))
    for position in 0...3 {
      state.travel(to: position)
      #expect(Self.told(state.edits(0..<3)) == told)
    }
  }

  @Test("a write of an equal value is not reported")
  func equalWrites() {
    var state = Recorded(LibraryState(count: 2))
    state.count = 2
    #expect(state.position == 1)
    #expect(state.edits(0..<1).isEmpty)
  }

  @Test("transactions are undone and redone as a whole, also before their commit")
  func transactions() {
    var state = Recorded(LibraryState(), historyLimit: 10)
    state.name = "North"
    state.count = 1
    state.commit()
    #expect(Self.told(state.changes) == ["name:  → North", "count: 0 → 1"])
    state.count = 2
    #expect(state.undo() == true)
    #expect(state.count == 1)
    #expect(state.undo() == true)
    #expect(state.value == LibraryState())
    #expect(state.undo() == false)
    #expect(state.redo() == true)
    #expect(state.redo() == true)
    #expect(state.value == LibraryState(name: "North", count: 2))
    #expect(state.redo() == false)
  }

  @Test("a commit without writes ends no transaction, and has no changes")
  func emptyTransaction() {
    var state = Recorded(LibraryState(), historyLimit: 10)
    state.count = 1
    state.commit()
    state.commit()
    #expect(state.changes.isEmpty)
    #expect(state.undo() == true)
    #expect(state.count == 0)
    state.commit()
    #expect(state.redo() == true)
    #expect(state.count == 1)
  }

  @Test("a write after an undo removes the redo")
  func writeAfterUndo() {
    var state = Recorded(LibraryState(), historyLimit: 10)
    for count in 1...3 {
      state.count = count
      state.commit()
    }
    state.undo()
    state.undo()
    state.name = "North"
    state.commit()
    #expect(state.redo() == false)
    #expect(state.end == 2)
    #expect(state.value == LibraryState(name: "North", count: 1))
  }

  @Test("at most the limit's number of transactions is kept", arguments: [0, 1, 5])
  func historyLimit(limit: Int) {
    var state = Recorded(LibraryState(), historyLimit: limit)
    for count in 1...20 {
      state.count = count
      state.name = "\(count)"
      state.commit()
    }
    #expect(state.end - state.start == 2 * limit)
    while state.undo() {}
    #expect(state.count == 20 - limit)
    #expect(state.name == "\(20 - limit)")
  }

  @Test("after a reducer throws, a rollback leaves the state as it was")
  func rollback() {
    func reduce(_ state: inout Recorded<LibraryState>) throws {
      state.count = 5
      state.shelves.append("A")
      state[\.desk.ledger].append(1)
      try fill(&state[\.desk.ledger])
    }
    func fill(_ ledger: inout Ledger) throws {
      ledger.append(2)
      try ledger.set(9, 0)
    }
    var state = Recorded(LibraryState(), historyLimit: 10)
    state.name = "North"
    let before = state.position
    #expect(throws: Ledger.MissingLine.self) { try reduce(&state) }
    #expect(state.desk.ledger.lines == [1, 2])
    state.rollback(to: before)
    #expect(state.value == LibraryState(name: "North"))
    #expect(state.end == before)
  }

  @Test("a write through a setter, an observer or into a list is recorded as one of the whole state")
  func placesThatAreNotStored() {
    var state = Recorded(LibraryState(shelves: ["A", "B"]))
    state.fee = 1.5
    state.note = "late"
    state[\.shelves[1]] = "C"
    #expect(state.fee == 1.5)
    #expect(state.notes == 1)
    #expect(state.shelves == ["A", "C"])
    #expect(state.edits(0..<3).map(\.keyPath) == [\LibraryState.self, \.self, \.self])
    state.travel(to: 0)
    #expect(state.value == LibraryState(shelves: ["A", "B"]))
  }

  @Test("a member with the name of a member of Recorded is written by its key path")
  func sharedNames() {
    struct Cursor { var position = 5 }
    var state = Recorded(Cursor())
    state[\.position] = 7
    #expect(state.position == 1)
    #expect(state.value.position == 7)
    #expect(state[\.position] == 7)
  }

  @Test("a position outside of the journal is replaced by the nearest one, and a range is clipped")
  func positionsThatAreNotThere() {
    var state = Recorded(LibraryState())
    for count in 1...4 { state.count = count }
    state.forget(before: 2)
    state.travel(to: -5)
    #expect(state.position == 2)
    #expect(state.count == 2)
    state.travel(to: 99)
    #expect(state.count == 4)
    #expect(Self.told(state.edits(-5..<3)) == ["count: 2 → 3"])
    #expect(state.edits(70..<90).isEmpty)
    state.rollback(to: -1)
    #expect(state.start == 2)
    #expect(state.end == 2)
  }

  @Test("removed edits are released at once")
  func lettingGo() {
    final class Box {}
    struct BoxState {
      var box: Box?
      var count = 0
    }
    weak var kept: Box?
    weak var undone: Box?
    var state = Recorded(BoxState(box: Box()), historyLimit: 1)
    kept = state.box
    state.box = nil
    state.commit()
    #expect(kept != nil)
    state.count = 1
    state.commit()
    #expect(kept == nil)
    state.box = Box()
    undone = state.box
    state.undo()
    #expect(undone != nil)
    state.count = 2
    #expect(undone == nil)
  }

  @Test("a removed edit of a journaled value releases its references")
  func releasedEdits() {
    final class Box {}
    struct Shelf: Journaled {
      private(set) var box: Box?
      private var edits: [(old: Box?, new: Box?)] = []

      mutating func put(_ new: Box?) {
        edits.append((box, new))
        box = new
      }
      mutating func beginEdits() { edits = [] }
      mutating func endEdits(_ body: (consuming (old: Box?, new: Box?)) -> Void) {
        for edit in edits { body(edit) }
        edits = []
      }
      mutating func undo(_ edit: (old: Box?, new: Box?)) { box = edit.old }
      mutating func redo(_ edit: (old: Box?, new: Box?)) { box = edit.new }
    }
    struct ShelfState {
      var shelf = Shelf()
      var count = 0
    }
    weak var kept: Box?
    weak var undone: Box?
    var state = Recorded(ShelfState(), historyLimit: 1)
    state[\.shelf].put(Box())
    kept = state.shelf.box
    state.commit()
    state[\.shelf].put(nil)
    state.commit()
    #expect(kept != nil)
    state.count = 1
    state.commit()
    #expect(kept == nil)
    state[\.shelf].put(Box())
    undone = state.shelf.box
    state.commit()
    state.undo()
    #expect(undone != nil)
    state.count = 2
    #expect(undone == nil)
  }

  @Test("a kept value stays the same, and a copy is independent")
  func copies() {
    var state = Recorded(LibraryState(), historyLimit: 10)
    state.count = 1
    state.commit()
    let value = state.value
    var copy = state
    state.count = 2
    state[\.desk.ledger].append(1)
    state.commit()
    copy.undo()
    copy.name = "South"
    #expect(value == LibraryState(count: 1))
    #expect(copy.value == LibraryState(name: "South"))
    #expect(state.value.count == 2)
    #expect(state.undo() == true)
    #expect(state.value == value)
  }
}
