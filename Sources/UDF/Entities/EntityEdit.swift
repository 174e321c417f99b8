/// One change of the rows of an ``EntityTable``.
///
///     switch edit {
///     case .set(_, let position, _, let row): list[position] = row
///     case .insert(_, let position, let row): list.insert(row, at: position)
///     case .remove(_, let position, _): list.remove(at: position)
///     case .move(_, let from, let to): list.insert(list.remove(at: from), at: to)
///     case .replace(_, let rows): list = Array(rows)
///     }
///
/// A slot is the storage of a row as long as it exists. Positions are counted from 0, at the moment of the edit.
public enum EntityEdit<Row> {
  /// A row was replaced by another one with the same key at the same position.
  case set(slot: Int, position: Int, old: Row, new: Row)
  /// A row was added.
  case insert(slot: Int, position: Int, row: Row)
  /// A row was removed.
  case remove(slot: Int, position: Int, row: Row)
  /// A row was moved. The new position is counted without the row.
  case move(slot: Int, from: Int, to: Int)
  /// All rows were replaced.
  indirect case replace(old: EntityRows<Row>, new: EntityRows<Row>)
}

extension EntityEdit: Sendable where Row: Sendable {}
