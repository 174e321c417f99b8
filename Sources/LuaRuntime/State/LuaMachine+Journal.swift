import LuaKernel

// The journal of all slices: positions count changes since the machine was made. Inlined, because every dispatch asks.
extension LuaMachine {
  /// Where the journal ends.
  @inlinable public var journalEnd: UInt64 { lk_position(pointer) }

  /// Bytes that all scripts together hold, with garbage.
  @inlinable public var memoryUsed: Int { Int(lk_memory_used(pointer)) }

  /// Takes back everything after a position and forgets it.
  public func rollback(to position: UInt64) { lk_rollback(pointer, position) }

  /// Takes back what lies between two positions, or does it again if `from` comes first.
  public func travel(from: UInt64, to: UInt64) { lk_travel(pointer, from, to) }

  /// Forgets what lies before a position: it cannot be taken back any more. Strings and numbers are let go of with others,
  /// when there are enough of them, unless it is `atOnce`.
  @inlinable public func forgetJournal(before position: UInt64, atOnce: Bool = false) {
    lk_forget(pointer, position, atOnce ? 1 : 0)
  }

  /// About how many bytes the journal keeps alive between two positions, `native` for each entry of a native slice; counting
  /// ends where it comes to `most`.
  public func weight(from: UInt64, to: UInt64, native: Int, most: Int) -> Int {
    Int(lk_weigh(pointer, from, to, native, most))
  }

  /// Forgets what lies after a position, which has been taken back.
  public func truncateJournal(at position: UInt64) { lk_truncate(pointer, position) }

  /// From now on the journal remembers which line of a script makes each write.
  public func keepSites() { lk_keep_sites(pointer) }

  /// The number of the line that runs now, -1 if none of a script does; see ``text(ofSite:)``.
  public var site: Int32 { lk_site(pointer) }

  /// `file:line`, nil if there is no such site.
  public func text(ofSite number: Int32) -> String? {
    let text = lk_site_text(pointer, number)
    return text.count == 0 ? nil : text.text
  }

  /// Whether each action sent is copied at once, because somebody will ask for it; else only when asked.
  public func copyActions(_ copies: Bool) { lk_copy_actions(pointer, copies ? 1 : 0) }

  /// Calls `body` with the action that is being sent right now, in byte form.
  @inlinable public func withAction(_ body: (UnsafeRawBufferPointer) -> Void) {
    let action = lk_action(pointer)
    body(UnsafeRawBufferPointer(start: action.data, count: action.count))
  }
}
