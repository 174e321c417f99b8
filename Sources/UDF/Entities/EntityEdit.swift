/// One change of the rows of an ``EntityTable``.
///
/// A slot is where a row is kept: it stays with the row as long as the row exists. Positions are counted from 0 and are
/// those of the moment of the edit.
public enum EntityEdit<Row> {
  /// A row got another content at its place.
  case set(slot: Int, position: Int, old: Row, new: Row)
  case insert(slot: Int, position: Int, row: Row)
  case remove(slot: Int, position: Int, row: Row)
  /// A row went from one position to another, counted without it.
  case move(slot: Int, from: Int, to: Int)
  /// All rows were put in place of all others.
  indirect case replace(old: EntityRows<Row>, new: EntityRows<Row>)
}

extension EntityEdit: Sendable where Row: Sendable {}
