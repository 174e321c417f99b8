import HashTreeCollections

// Access to the indexes by number, for displaying them.
extension EntityTable {
  package var indexNames: [String] { schema.indexes.map(\.name) }

  /// Returns the values of all rows in an index.
  package func values(index: Int) -> [IndexValue] { Array(content.indexes[index].keys) }

  /// Returns the values of one row in an index.
  package func values(of row: Row, index: Int) -> [IndexValue] {
    var values: [IndexValue] = []
    schema.indexes[index].values(row) { values.append($0) }
    return values
  }

  /// Whether both rows have the same values in an index.
  package func isSame(_ left: Row, _ right: Row, index: Int) -> Bool { schema.indexes[index].isSame(left, right) }

  /// Returns the number of rows with a value.
  package func count(of value: IndexValue, index: Int) -> Int { content.indexes[index][value]?.count ?? 0 }

  /// Returns the slot of the row at a position among those with a value. The position must exist.
  package func slot(at position: Int, of value: IndexValue, index: Int) -> Int {
    Int(content.indexes[index][value]![position])
  }
}
