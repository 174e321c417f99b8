import Platform

/// A state with a journal of its writes, so that they can be listed, undone and redone.
///
/// Members are read and written like those of the state itself, and each write records the old value of that member.
/// Write a nested value, or a member whose name this type uses itself, through its key path, which records only that
/// value. A ``Journaled`` value records its own edits.
///
///     var state = Recorded(ShopState(), historyLimit: 100)
///     state.title = "Sale"
///     state[\.cart.count] += 1
///     state.commit()
///     state.undo()   // title and count are what they were
///     state.redo()
///
/// A collection that is changed in place is copied once for each write, because its old value is recorded; use an
/// `EntityTable` for a large one. A write through a property or a subscript that is not stored in the state itself
/// (computed, observed, an element of a list) records the whole state, whose old value is then restored exactly.
///
/// The state must be a value type throughout: objects behind references are neither recorded nor restored. Writes are
/// kept until a ``commit()`` exceeds the limit of transactions, or ``forget(before:)`` removes them.
///
/// A copy is independent of the original. It costs nothing until one of them is written, which then copies the journal.
/// To keep only a former state, keep its ``value``.
@dynamicMemberLookup public struct Recorded<State> {
  @usableFromInline var current: State
  @usableFromInline var journal: Journal

  /// Makes a state with an empty journal. With a history limit of 0, a ``commit()`` removes the edits that it ends.
  public init(_ value: State, historyLimit: Int = 0) {
    current = value
    journal = Journal(ofStateOfSize: MemoryLayout<State>.size, historyLimit: max(0, historyLimit))
  }

  /// The state itself. A write records the whole old state.
  @inlinable public var value: State {
    // Read in place, because a copy would retain every collection of the state.
    @inline(__always) _read { yield current }
    set {
      note(\.self)
      current = newValue
    }
  }

  /// A member of the state, for reading.
  @inlinable public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
  }

  /// A member of the state. A write records its old value.
  @inlinable public subscript<Value>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
    @inline(__always) _modify {
      note(keyPath)
      yield &current[keyPath: keyPath]
    }
  }

  /// A journaled member of the state, which records its own edits. Assigning another value records the old one.
  ///
  /// A function that gets it `inout` may change it but must not replace it, because that is not recorded.
  @inlinable public subscript<Value: Journaled>(dynamicMember keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
    @inline(__always) set {
      note(keyPath)
      current[keyPath: keyPath] = newValue
    }
    @inline(__always) _modify {
      let column = open(keyPath)
      defer { close(column, keyPath) }
      // The only yield: with two the compiler would not inline this accessor.
      yield &current[keyPath: keyPath]
    }
  }

  /// A value in the state. A write records its old value.
  @inlinable public subscript<Value>(_ keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
    @inline(__always) _modify { yield &self[dynamicMember: keyPath] }
  }

  /// A journaled value in the state, which records its own edits. Assigning another value records the old one.
  @inlinable public subscript<Value: Journaled>(_ keyPath: WritableKeyPath<State, Value>) -> Value {
    @inline(__always) _read { yield current[keyPath: keyPath] }
    @inline(__always) set { self[dynamicMember: keyPath] = newValue }
    @inline(__always) _modify { yield &self[dynamicMember: keyPath] }
  }
}

// Writing.
extension Recorded {
  /// Gives this copy its own journal before a change.
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

  /// Makes a journaled value record its edits. Returns their column; nil if the state does not store the value itself.
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
