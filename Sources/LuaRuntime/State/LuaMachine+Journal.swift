import LuaKernel

// The journal of all slices. Positions count the changes since the machine was made. Inlined for fast dispatch.
extension LuaMachine {
  /// The position of the journal's end.
  @inlinable public var journalEnd: UInt64 { lk_position(pointer) }

  /// The bytes that all scripts hold, including garbage.
  @inlinable public var memoryUsed: Int { Int(lk_memory_used(pointer)) }

  /// Undoes all entries from `position` on and removes them.
  public func rollback(to position: UInt64) { lk_rollback(pointer, position) }

  /// Undoes the entries between two positions, or redoes them if `from` is less than `to`.
  public func travel(from: UInt64, to: UInt64) { lk_travel(pointer, from, to) }

  /// Releases the entries before a position, which can then not be undone. Entries with only strings and numbers are
  /// released later with a whole page of entries, or now if `atOnce`.
  @inlinable public func forgetJournal(before position: UInt64, atOnce: Bool = false) {
    lk_forget(pointer, position, atOnce ? 1 : 0)
  }

  /// About how many bytes the entries between two positions keep alive, up to `most`; a native entry counts as
  /// `native`.
  public func weight(from: UInt64, to: UInt64, native: Int, most: Int) -> Int {
    Int(lk_weigh(pointer, from, to, native, most))
  }

  /// Removes the entries from a position on. They must have been undone.
  public func truncateJournal(at position: UInt64) { lk_truncate(pointer, position) }

  /// From now on the journal records the script line of each write.
  public func keepSites() { lk_keep_sites(pointer) }

  /// The number of the running script line, -1 if no script runs; see ``text(ofSite:)``.
  public var site: Int32 { lk_site(pointer) }

  /// `file:line`; nil if the number does not exist.
  public func text(ofSite number: Int32) -> String? {
    let text = lk_site_text(pointer, number)
    return text.count == 0 ? nil : text.text
  }

  /// With true each action is encoded when it is sent, because the host will read it; with false only when it is read.
  public func copyActions(_ copies: Bool) { lk_copy_actions(pointer, copies ? 1 : 0) }

  /// Calls `body` with the bytes of the action being sent.
  @inlinable public func withAction(_ body: (UnsafeRawBufferPointer) -> Void) {
    let action = lk_action(pointer)
    body(UnsafeRawBufferPointer(start: action.data, count: action.count))
  }
}
