/// A state that journals what is written to it, so that it can be told, taken back and done again.
///
/// Members are read and written as those of the state itself; each write notes the old value of that member. A place
/// deeper inside is written by its key path, which notes that place only, and so is a member whose name is taken here. A
/// ``Journaled`` value notes its own edits.
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
/// The state is to be a value through and through: what lies behind a reference in it is neither noted nor restored. What
/// is written is remembered until a ``commit()`` finds more transactions than the limit, or ``forget(before:)`` says so.
///
/// A copy is independent of the original. It costs nothing until one of them is written, which then copies the journal: to
/// keep what the state was keep its ``value``.
@dynamicMemberLookup public struct Recorded<State> {
  @usableFromInline var current: State
  @usableFromInline var journal: Journal

  /// A state that remembers nothing yet.
  ///
  /// - Parameter historyLimit: how many transactions are kept to be undone; with 0 a ``commit()`` forgets what it ends.
  public init(_ value: State, historyLimit: Int = 0) {
    current = value
    journal = Journal(ofStateOfSize: MemoryLayout<State>.size, historyLimit: max(0, historyLimit))
  }

  /// The state itself, to be read and kept; a write notes the whole old state.
  @inlinable public var value: State {
    // Read in place: to hand out a copy would retain every collection of the state.
    @inline(__always) _read { yield current }
    set {
      note(\.self)
      current = newValue
    }
  }

  /// A member of the state, to be read.
  @inlinable public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
  }

  /// A member of the state; a write notes its old value.
  @inlinable public subscript<Value>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
    @inline(__always) _modify {
      note(keyPath)
      yield &current[keyPath: keyPath]
    }
  }

  /// A journaled member of the state, which notes its own edits; assigning another one notes its old value.
  ///
  /// A function that gets it `inout` may change it but not put another one in its place, which would not be noted.
  @inlinable public subscript<Value: Journaled>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
    @inline(__always) set {
      note(keyPath)
      current[keyPath: keyPath] = newValue
    }
    @inline(__always) _modify {
      let column = open(keyPath)
      defer { close(column, keyPath) }
      // The only yield: with two the compiler would not inline this.
      yield &current[keyPath: keyPath]
    }
  }

  /// A place in the state; a write notes its old value.
  @inlinable public subscript<Value>(_ keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
    @inline(__always) _modify { yield &self[dynamicMember: keyPath] }
  }

  /// A journaled place in the state, which notes its own edits; assigning another one notes its old value.
  @inlinable public subscript<Value: Journaled>(_ keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
    @inline(__always) set { self[dynamicMember: keyPath] = newValue }
    @inline(__always) _modify { yield &self[dynamicMember: keyPath] }
  }
}

// Writing.
extension Recorded {
  /// Makes the journal this copy's own, so that it may change.
  @inlinable @inline(__always) mutating func own() {
    if !isKnownUniquelyReferenced(&journal) { journal = Journal(copying: journal) }
  }

  @inlinable @inline(__always) mutating func beginWrite() {
    own()
    if journal.undone > 0 { journal.truncate(at: 0) }
  }

  @inlinable @inline(__always) mutating func note<Value>(_ keyPath: WritableKeyPath<State, Value>) {
    beginWrite()
    if let offset = MemoryLayout<State>.offset(of: keyPath) {
      note(keyPath, at: offset)
    } else {
      note(\.self, at: 0)
    }
  }

  @inlinable @inline(__always) func note<Value>(_ keyPath: WritableKeyPath<State, Value>, at offset: Int) {
    journal.column(at: offset) { ValueNotes<Value>(of: keyPath, offset: offset, number: $0) }._withUnsafeGuaranteedRef {
      $0.ring.append(current[keyPath: keyPath])
      journal.ring.append(JournalEntry(column: $0.number))
    }
  }

  /// Lets a journaled value note its edits, for the column that is returned; nil if it is not stored in the state itself.
  @inlinable @inline(__always) mutating func open<Value: Journaled>(
    _ keyPath: WritableKeyPath<State, Value>
  ) -> Unmanaged<EditNotes<Value>>? {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      note(keyPath)
      return nil
    }
    beginWrite()
    current[keyPath: keyPath].beginEdits()
    return journal.column(at: offset) { EditNotes<Value>(of: keyPath, offset: offset, number: $0) }
  }

  @inlinable @inline(__always) mutating func close<Value>(
    _ column: Unmanaged<EditNotes<Value>>?, _ keyPath: WritableKeyPath<State, Value>
  ) {
    let journal = journal
    column?._withUnsafeGuaranteedRef { column in
      current[keyPath: keyPath].endEdits {
        column.ring.append($0)
        journal.ring.append(JournalEntry(column: column.number))
      }
    }
  }
}
