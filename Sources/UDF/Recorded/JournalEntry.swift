/// The column of a note, and whether a transaction ends with it.
@frozen @usableFromInline struct JournalEntry {
  @usableFromInline var bits: UInt32

  @inlinable init(column: Int) { bits = UInt32(truncatingIfNeeded: column) << 1 }

  var column: Int { Int(bits >> 1) }

  var endsTransaction: Bool {
    get { bits & 1 != 0 }
    set { bits = bits & ~1 | (newValue ? 1 : 0) }
  }
}
