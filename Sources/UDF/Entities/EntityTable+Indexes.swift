import HashTreeCollections

// The indexes as whoever shows them goes through them, by number.
extension EntityTable {
  package var indexNames: [String] { schema.indexes.map(\.name) }

  /// The values that rows have in an index.
  package func values(index: Int) -> [IndexValue] { Array(content.indexes[index].keys) }

  /// Those of one row.
  package func values(of row: Row, index: Int) -> [IndexValue] {
    var values: [IndexValue] = []
    schema.indexes[index].values(row) { values.append($0) }
    return values
  }

  /// Whether both rows have the same values in an index.
  package func isSame(_ left: Row, _ right: Row, index: Int) -> Bool { schema.indexes[index].isSame(left, right) }

  /// How many rows have a value.
  package func count(of value: IndexValue, index: Int) -> Int { content.indexes[index][value]?.count ?? 0 }

  /// The slot of a row that has a value, by its position among all of them, which must be one of theirs.
  package func slot(at position: Int, of value: IndexValue, index: Int) -> Int {
    Int(content.indexes[index][value]![position])
  }
}
