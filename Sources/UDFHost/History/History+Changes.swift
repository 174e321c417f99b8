import LuaRuntime

/// Reads the changes of past actions.
extension History {
  /// Returns the last write to a place by the entries in the range, with the index of its entry. `place` is the path
  /// after these entries. If none of them wrote, it becomes the path before them, because list items may have moved.
  /// Throws if the writes cannot be listed.
  func lastWrite(to place: inout Path, in range: Range<Int>) throws(HostError) -> (write: Write, entry: Int)? {
    guard let first = range.first, let last = range.last else { return nil }
    var former = place
    let writes: [Value]
    do throws(LuaError) {
      writes = try machine.writes(from: entries[first].start, to: entries[last].end, now: position)
    } catch {
      throw HostError(error)
    }
    guard let write = writes.lazy.compactMap(Write.init).last(where: { $0.wrote(&former) }) else {
      place = former
      return nil
    }
    if range.count == 1 { return (write, first) }
    let middle = range.lowerBound + range.count / 2
    if let later = try lastWrite(to: &place, in: middle..<range.upperBound) { return later }
    return try lastWrite(to: &place, in: range.lowerBound..<middle)
  }

  /// Returns the changes between two positions of the journal. Throws if they exceed the memory limit.
  ///
  /// - Parameter shown: the position whose state is shown; nil: the present one.
  func changes(from: UInt64, to: UInt64, at shown: UInt64? = nil) throws(HostError) -> [Change] {
    do throws(LuaError) {
      return try machine.changes(from: from, to: to, now: shown ?? position).compactMap(Change.init)
    } catch {
      throw HostError(error)
    }
  }
}
