#if PostgreSQL
  import CPQ

  /// A row of a result in PostgreSQL's binary form.
  struct PostgreSQLRow {
    private let cells: [[UInt8]?]

    init(_ result: OpaquePointer, _ row: Int32) {
      cells = (0..<PQnfields(result)).map { column in
        if PQgetisnull(result, row, column) != 0 { return nil }
        return Array(
          UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column))))
      }
    }

    func bytes(_ column: Int) -> [UInt8] { cell(column) ?? [] }
    func text(_ column: Int) -> String? { cell(column).map { String(decoding: $0, as: UTF8.self) } }
    func number(_ column: Int) -> Int64? { cell(column).map { $0.reduce(0) { $0 << 8 | Int64($1) } } }

    private func cell(_ column: Int) -> [UInt8]? { cells.indices.contains(column) ? cells[column] : nil }
  }
#endif
