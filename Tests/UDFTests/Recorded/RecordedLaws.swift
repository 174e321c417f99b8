import SeededTesting
import Testing
import UDF

/// Laws for every history of writes and time travels, compared with a plain list of states.
@Suite("Laws of recorded states")
struct RecordedLaws {
  /// The state after each edit, and where transactions end.
  struct Model {
    let historyLimit: Int
    var snapshots = [LibraryState()]
    var start = 0
    var position = 0
    var ends: [Int] = []

    var end: Int { start + snapshots.count - 1 }
    var present: LibraryState { snapshots[position - start] }

    mutating func truncate(at position: Int) {
      let position = max(position, self.position)
      guard position < end else { return }
      snapshots.removeLast(end - position)
      ends.removeAll { [end] in $0 > end }
    }

    mutating func append(_ state: LibraryState) {
      truncate(at: 0)
      snapshots.append(state)
      position += 1
    }

    mutating func forget(before position: Int) {
      let position = min(position, self.position)
      guard position > start else { return }
      snapshots.removeFirst(position - start)
      start = position
      ends.removeAll { [start] in $0 <= start }
    }

    mutating func commit() {
      guard position == end, position > ends.last ?? start else { return }
      ends.append(position)
      while ends.count > historyLimit { forget(before: ends[0]) }
    }

    mutating func travel(to position: Int) { self.position = min(max(position, start), end) }
    mutating func undo() { position = ends.last { $0 < position } ?? start }
    mutating func redo() { position = ends.first { $0 > position } ?? end }
  }

  /// One write to a member, which is one edit.
  static func write(_ state: inout Recorded<LibraryState>, using generator: inout SeededGenerator) {
    let number = Int.random(in: 0...9, using: &generator)
    switch Int.random(in: 0...12, using: &generator) {
    case 0: state.name = "\(number)"
    case 1: state.count += number
    case 2: state.isOpen.toggle()
    case 3: state.shelves.append("\(number)")
    case 4: state.desk.number = number
    case 5: state[\.desk.number] += 1
    case 6: state.desk = LibraryState.Desk(number: number)
    case 7: state[\.desk.ledger] = Ledger()
    case 8: state.fee = Double(number)
    case 9: state.note = "\(number)"
    case 10: state.desk.ledger.append(number)
    default:
      let lines = state.desk.ledger.lines.count
      if lines > 0, number < 5 {
        try? state[\.desk.ledger].set(number % lines, number)
      } else {
        state[\.desk.ledger].append(number)
      }
    }
  }

  /// Does the same to the state and to its model.
  static func step(
    _ state: inout Recorded<LibraryState>, _ model: inout Model, using generator: inout SeededGenerator
  ) {
    let position = Int.random(in: model.start - 1...model.end + 1, using: &generator)
    switch Int.random(in: 0...19, using: &generator) {
    case 0:
      state.travel(to: position)
      model.travel(to: position)
    case 1:
      state.rollback(to: position)
      model.travel(to: position)
      model.truncate(at: position)
    case 2:
      state.truncate(at: position)
      model.truncate(at: position)
    case 3 where Bool.random(using: &generator):
      state.forget(before: position)
      model.forget(before: position)
    case 4...6:
      state.commit()
      model.commit()
    case 7, 8:
      let before = model.position
      model.undo()
      #expect(state.undo() == (model.position < before), "\(Seed.replay)")
    case 9:
      let before = model.position
      model.redo()
      #expect(state.redo() == (model.position > before), "\(Seed.replay)")
    default:
      write(&state, using: &generator)
      model.append(state.value)
    }
  }

  static func expectAlike(_ state: Recorded<LibraryState>, _ model: Model) {
    #expect(state.value == model.present, "\(Seed.replay)")
    #expect(state.start == model.start, "\(Seed.replay)")
    #expect(state.position == model.position, "\(Seed.replay)")
    #expect(state.end == model.end, "\(Seed.replay)")
  }

  @Test("any writes and travels have the results of a list of snapshots", arguments: [0, 1, 3, 1000])
  func snapshots(historyLimit: Int) {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<60 {
      var state = Recorded(LibraryState(), historyLimit: historyLimit)
      var model = Model(historyLimit: historyLimit)
      for _ in 0..<80 {
        Self.step(&state, &model, using: &generator)
        Self.expectAlike(state, model)
      }
      for position in (model.start...model.end).reversed() {
        state.travel(to: position)
        #expect(state.value == model.snapshots[position - model.start], "\(Seed.replay)")
      }
    }
  }

  @Test("copies are written separately")
  func copies() {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<20 {
      var copies = [(Recorded(LibraryState(), historyLimit: 5), Model(historyLimit: 5))]
      for _ in 0..<200 {
        let index = Int.random(in: 0..<copies.count, using: &generator)
        if copies.count < 4, Int.random(in: 0...9, using: &generator) == 0 { copies.append(copies[index]) }
        var (state, model) = copies[index]
        Self.step(&state, &model, using: &generator)
        copies[index] = (state, model)
        for (state, model) in copies { Self.expectAlike(state, model) }
      }
    }
  }

  @Test("the reported changes lead from one state to the other, from every position")
  func telling() throws {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<60 {
      var state = Recorded(LibraryState(), historyLimit: 1000)
      var model = Model(historyLimit: 1000)
      for _ in 0..<60 {
        Self.step(&state, &model, using: &generator)
        let bounds = (0..<2).map { _ in Int.random(in: model.start...model.end, using: &generator) }.sorted()
        var told = model.snapshots[bounds[0] - model.start]
        for edit in state.edits(bounds[0]..<bounds[1]) { try Self.apply(edit, to: &told) }
        #expect(told == model.snapshots[bounds[1] - model.start], "\(Seed.replay)")
        Self.expectAlike(state, model)
      }
    }
  }

  static func apply(_ edit: RecordedEdit<LibraryState>, to state: inout LibraryState) throws {
    switch edit.kind {
    case .edit(let edit):
      state.desk.ledger.redo(try #require(edit as? Ledger.Edit))
    case .set(let old, let new):
      func set<Value: Equatable>(_ keyPath: WritableKeyPath<LibraryState, Value>) throws {
        guard edit.keyPath == keyPath else { return }
        #expect(state[keyPath: keyPath] == old as? Value, "\(Seed.replay)")
        state[keyPath: keyPath] = try #require(new as? Value)
      }
      try set(\.name)
      try set(\.count)
      try set(\.isOpen)
      try set(\.shelves)
      try set(\.desk)
      try set(\.desk.number)
      try set(\.desk.ledger)
      try set(\.self)
    }
  }
}
