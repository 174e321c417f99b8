/// What a slot holds: a row and the name of the block that has it in order, or, while it is free, the next free slot.
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
