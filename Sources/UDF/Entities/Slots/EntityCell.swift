/// The contents of a slot: a row and the name of its block in the order; for a free slot, the next free slot.
@usableFromInline
struct EntityCell<Row> {
  @usableFromInline var row: Row?
  @usableFromInline var home: Int32

  @inlinable init(row: Row?, home: Int32) {
    self.row = row
    self.home = home
  }
}

extension EntityCell: Sendable where Row: Sendable {}
