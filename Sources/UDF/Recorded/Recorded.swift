import DequeModule

/// A state that journals what is written to it, so that it can be told, taken back and done again.
///
/// Members are read and written as those of the state itself; each write notes the old value of that member. A place
/// deeper inside is written by its key path, which notes that place only. A ``Journaled`` value notes its own edits.
///
///     var state = Recorded(ShopState(), historyLimit: 100)
///     state.title = "Sale"
///     state[\.cart.count] += 1
///     state.commit()
///     state.undo()   // title and count are what they were
///
/// A collection that is changed in place is copied whole once for each write, because its old value is noted: a large one
/// belongs in an `EntityTable`. A write through a property or a subscript that is not stored in the state itself
/// (computed, observed, an element of a list) notes the whole state, whose old value is then restored exactly.
///
/// A copy is independent of the original. It costs nothing until one of them is written, which then copies the journal: to
/// keep what the state was keep its ``value``.
@dynamicMemberLookup public struct Recorded<State> {
  @usableFromInline var current: State
  @usableFromInline var journal: Journal<State>

  /// A state that remembers nothing yet.
  ///
  /// - Parameter historyLimit: how many transactions are kept to be undone; with 0 a ``commit()`` forgets what it ends.
  public init(_ value: State, historyLimit: Int = 0) {
    current = value
    journal = Journal(historyLimit: max(0, historyLimit))
  }

  /// The state itself, to be read and kept.
  @inlinable public var value: State { current }

  /// A member of the state, to be read.
  @inlinable public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    current[keyPath: keyPath]
  }

  /// A member of the state; a write notes its old value.
  @inlinable public subscript<Value>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) get { current[keyPath: keyPath] }
    @inline(__always) _modify {
      note(keyPath)
      yield &current[keyPath: keyPath]
    }
  }

  /// A journaled member of the state, which notes its own edits; assigning another one notes its old value.
  ///
  /// A function that gets it `inout` may change it but not put another one in its place, which would not be noted.
  @inlinable public subscript<Value: Journaled>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) get { current[keyPath: keyPath] }
    @inline(__always) set {
      note(keyPath)
      current[keyPath: keyPath] = newValue
    }
    _modify {
      if let column = open(keyPath) {
        current[keyPath: keyPath].beginEdits()
        defer { close(column, keyPath) }
        yield &current[keyPath: keyPath]
      } else {
        note(keyPath)
        yield &current[keyPath: keyPath]
      }
    }
  }

  /// A place in the state; a write notes its old value.
  @inlinable public subscript<Value>(_ keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) get { current[keyPath: keyPath] }
    @inline(__always) _modify { yield &self[dynamicMember: keyPath] }
  }

  /// A journaled place in the state, which notes its own edits; assigning another one notes its old value.
  @inlinable public subscript<Value: Journaled>(_ keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) get { current[keyPath: keyPath] }
    @inline(__always) set { self[dynamicMember: keyPath] = newValue }
    @inline(__always) _modify { yield &self[dynamicMember: keyPath] }
  }
}

// Writing.
extension Recorded {
  @inlinable @inline(__always) mutating func own(keepingUndone: Bool = false) {
    if !isKnownUniquelyReferenced(&journal) { journal = Journal(copying: journal) }
    if !keepingUndone, journal.undone > 0 { journal.truncate(at: 0) }
  }

  @inlinable @inline(__always) mutating func note<Value>(_ keyPath: WritableKeyPath<State, Value>) {
    own()
    if let offset = MemoryLayout<State>.offset(of: keyPath) {
      let (number, column) = journal.values(of: keyPath, at: offset)
      column.values.append(current[keyPath: keyPath])
      journal.append(number)
    } else {
      let (number, column) = journal.values(of: \State.self, at: 0)
      column.values.append(current)
      journal.append(number)
    }
  }

  @inlinable mutating func open<Value: Journaled>(
    _ keyPath: WritableKeyPath<State, Value>
  ) -> (number: Int, column: EditColumn<State, Value>)? {
    own()
    return MemoryLayout<State>.offset(of: keyPath).map { journal.edits(of: keyPath, at: $0) }
  }

  @inlinable mutating func close<Value>(
    _ column: (number: Int, column: EditColumn<State, Value>), _ keyPath: WritableKeyPath<State, Value>
  ) {
    let journal = journal
    current[keyPath: keyPath].endEdits {
      column.column.edits.append($0)
      journal.append(column.number)
    }
  }
}
