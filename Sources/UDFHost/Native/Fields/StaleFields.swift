import LuaRuntime

/// What a transaction has made out of date of a native slice's fields and of what scripts have seen of them.
final class StaleFields {
  private let fields: [Field]
  private let seen: LuaNativeSlice
  /// The key path of the whole state.
  private let whole: AnyKeyPath
  /// Which fields show a place that was written, by the number that the journal has for it; nil: all, as the whole state was.
  private var shown: [Int: [Field]?] = [:]
  @exclusivity(unchecked) private var written: [(place: Int, edit: Any?)] = []

  init(_ fields: [Field], seen: LuaNativeSlice, whole: AnyKeyPath) {
    self.fields = fields
    self.seen = seen
    self.whole = whole
  }

  /// Whether a write may make anything out of date.
  @exclusivity(unchecked) private(set) var isAwaited = false

  /// A script or an observer reads a field.
  func read(_ field: Field) {
    field.isRead = true
    isAwaited = true
  }

  /// Keeps what was written until the state may be read again.
  func note(_ place: Int, _ keyPath: AnyKeyPath, _ edit: Any?) {
    if shown[place] == nil {
      shown[place] = .some(keyPath == whole ? nil : fields.filter { $0.shows(keyPath) })
    }
    written.append((place, edit))
  }

  /// Drops the cached values of what was written; where versions count, also values that were not read, because their version
  /// has changed.
  func drop(all countsVersions: Bool) {
    for (place, edit) in written {
      guard let fields = shown[place] ?? nil else {
        dropAll()
        break
      }
      for field in fields where field.isRead || countsVersions { field.forget(edit, seen: seen) }
    }
    written.removeAll(keepingCapacity: true)
    lookForReads()
  }

  /// Reading one field may have read another.
  func lookForReads() { isAwaited = fields.contains(where: \.isRead) }

  private func dropAll() {
    for field in fields { field.reset() }
    seen.staleAll()
  }

  /// The journal is another one, and has other numbers for its places.
  func reset() {
    shown = [:]
    dropAll()
  }
}
