/// The old values of one value of the state; for undone notes, the new values.
@usableFromInline final class ValueNotes<Value>: Notes {
  /// Looked up once, because testing whether a type is equatable takes longer than comparing most values.
  private let areEqual: ((Value, Value) -> Bool)?

  @usableFromInline init(of keyPath: AnyKeyPath, offset: Int, number: Int) {
    areEqual = Self.equality
    super.init(of: keyPath, offset: offset, size: MemoryLayout<Value>.size, number: number, as: Value.self)
  }

  private init(copying other: ValueNotes) {
    areEqual = other.areEqual
    super.init(copying: other, as: Value.self)
  }

  deinit { for index in ring.first..<ring.next { end(index) } }

  override func copy() -> Notes { ValueNotes(copying: self) }

  override func setAside() -> Any { moveUndone(of: Value.self) }
  override func putBack(_ notes: Any) { append(undone: notes, of: Value.self) }

  override func end(_ index: Int) { ring.element(index, Value.self).deinitialize(count: 1) }

  override func undo(_ index: Int, at place: UnsafeMutableRawPointer) { exchange(index, with: place) }

  override func redo(_ index: Int, at place: UnsafeMutableRawPointer) { exchange(index, with: place) }

  private func exchange(_ index: Int, with place: UnsafeMutableRawPointer) {
    swap(&ring.element(index, Value.self).pointee, &place.assumingMemoryBound(to: Value.self).pointee)
  }

  override func replay(_ index: Int, undoing: Bool, at place: UnsafeMutableRawPointer) -> RecordedEditKind? {
    let place = place.assumingMemoryBound(to: Value.self)
    let before = place.pointee
    place.pointee = ring.element(index, Value.self).pointee
    if areEqual?(before, place.pointee) == true { return nil }
    return undoing ? .set(old: place.pointee, new: before) : .set(old: before, new: place.pointee)
  }

  private static var equality: ((Value, Value) -> Bool)? {
    func equality<Same: Equatable>(_ type: Same.Type) -> (Value, Value) -> Bool {
      { unsafeBitCast($0, to: type) == unsafeBitCast($1, to: type) }
    }
    return (Value.self as? any Equatable.Type).map { equality($0) }
  }
}
