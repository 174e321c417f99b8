import LuaRuntime

/// A host of one native slice, `books`: a title and rows; the rows are kept in byte form.
final class Shelf: NativeSource {
  static let rows: UInt64 = 1
  static let firstRow: UInt64 = 10

  var rows: [[UInt8]] = []
  var title = "all"
  /// The former titles, by journal position.
  private(set) var titles = ["all"]
  private(set) var asks: [NativeAsk] = []
  private(set) var log: [String] = []

  init(_ names: [String]) { rows = names.map { TapeWriter.bytes(of: ["name": .string($0)]) } }

  /// Changes the title; returns the positions before and after.
  func rename(_ title: String) -> (from: UInt64, to: UInt64) {
    self.title = title
    titles.append(title)
    return (UInt64(titles.count - 2), UInt64(titles.count - 1))
  }

  func read(_ ask: NativeAsk, of handle: UInt64, in slice: Int32, into answer: inout TapeWriter) {
    asks.append(ask)
    switch (handle, ask) {
    case (0, .field("title")): answer.write(.string(title))
    case (0, .field("rows")): answer.write(container: Self.rows, .list)
    case (0, .all):
      answer.beginMap(count: 2)
      answer.write(key: "rows")
      answer.write(container: Self.rows, .list)
      answer.write(key: "title")
      answer.write(.string(title))
    case (Self.rows, .count): answer.write(.integer(Int64(rows.count)))
    case (Self.rows, .item(let position)) where position <= rows.count:
      answer.write(container: Self.firstRow + UInt64(position - 1), .whole)
    case (Self.rows, .all):
      answer.beginList(count: rows.count)
      for row in rows.indices { answer.write(container: Self.firstRow + UInt64(row), .whole) }
    case (Self.firstRow..., .all): answer.write(tape: rows[Int(handle - Self.firstRow)])
    default: break
    }
  }

  func travel(slice: Int32, from: UInt64, to: UInt64) {
    log.append("travel \(from) to \(to)")
    title = titles[Int(to)]
  }

  func forget(slice: Int32, before position: UInt64) { log.append("forget \(position)") }

  func truncate(slice: Int32, at position: UInt64) { log.append("truncate \(position)") }

  func changes(slice: Int32, from: UInt64, to: UInt64, into answer: inout TapeWriter) {
    let old = Value.string(titles[Int(from)])
    answer.write([["set", ["books", "title"], old, .string(titles[Int(to)])]])
  }
}
