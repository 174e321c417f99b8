import LuaRuntime

/// Drops outdated values of a native slice's fields, in caches and in scripts, after a transaction.
package final class StaleFields {
  private let fields: [Field]
  private let seen: LuaNativeSlice
  /// The key path of the whole state.
  private let whole: AnyKeyPath
  /// The fields that a written place affects, by its number in the journal; nil: all, after a write of the state.
  private var shown: [Int: [Field]?] = [:]
  @exclusivity(unchecked) private var written: [(place: Int, edit: Any?)] = []

  package init(_ fields: [Field], seen: LuaNativeSlice, whole: AnyKeyPath) {
    self.fields = fields
    self.seen = seen
    self.whole = whole
  }

  /// Whether a write may make a value outdated.
  @exclusivity(unchecked) package private(set) var isAwaited = false

  /// Called when a script or an observer reads a field.
  package func read(_ field: Field) {
    field.isRead = true
    isAwaited = true
  }

  /// Stores a write until the state may be read again.
  package func note(_ place: Int, _ keyPath: AnyKeyPath, _ edit: Any?) {
    if shown[place] == nil {
      shown[place] = .some(keyPath == whole ? nil : fields.filter { $0.shows(keyPath) })
    }
    written.append((place, edit))
  }

  /// Drops the outdated values of the stored writes; if versions count, also values that were not read.
  package func drop(all countsVersions: Bool) {
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

  /// Updates ``isAwaited``, because the read of one field may have read another.
  package func lookForReads() { isAwaited = fields.contains(where: \.isRead) }

  private func dropAll() {
    for field in fields { field.reset() }
    seen.staleAll()
  }

  /// Called when the journal was replaced, because another journal has other numbers for its places.
  package func reset() {
    shown = [:]
    dropAll()
  }
}
