import LuaRuntime
import Testing

@Suite("A native slice")
struct NativeSliceTests {
  let machine = LuaMachine()
  let shelf = Shelf(["Emma", "Ulysses"])
  let books: LuaNativeSlice
  private let environment: LuaReference?

  init() throws {
    machine.natives = shelf
    books = try LuaNativeSlice(name: "books", number: 3, machine: machine)
    let library = try #require(machine.table())
    machine.assign(machine.node(["books"]), to: "books", of: library)
    environment = machine.environment(writable: true, library: library)
  }

  private func run(_ source: String) throws -> [Value] {
    try machine.call(machine.load(source.utf8, name: "test.lua", in: environment))
  }

  @Test("a script reads Swift's data, and each part is requested once")
  func reading() throws {
    #expect(try run("return books.title, #books.rows, books.rows[2].name, books.none") == ["all", 2, "Ulysses", nil])
    #expect(shelf.asks == [.field("title"), .field("rows"), .count, .item(2), .all, .field("none")])
    #expect(try run("return books.title, #books.rows, books.rows[2].name, books.none") == ["all", 2, "Ulysses", nil])
    #expect(shelf.asks.count == 6)
  }

  @Test("a script copies the whole slice, and the host reads it by path")
  func copying() throws {
    let whole: Value = ["rows": [["name": "Emma"], ["name": "Ulysses"]], "title": "all"]
    #expect(try machine.read(["books", "rows", 1]) == ["name": "Emma"])
    #expect(shelf.asks == [.field("rows"), .item(1), .all])
    #expect(try run("return books") == [whole])
    #expect(machine.keys(["books"]) == ["rows", "title"])
  }

  @Test("a key that is not UTF-8 has no value")
  func keys() throws {
    #expect(try run("return books['\\255'], books['']") == [nil, nil])
    #expect(shelf.asks == [.field("")])
  }

  @Test("a script cannot write")
  func refusal() throws {
    let error = try #require(throws: LuaError.self) { try run("books.rows[2].name = 'x'") }
    #expect(
      error.message == "test.lua:1: books.rows[2].name is read-only: 'books' is a native feature; send it an action")
  }

  @Test("stale data is read again through a kept node")
  func staleness() throws {
    _ = try run("row, rows = books.rows[1], books.rows assert(row.name == 'Emma' and #rows == 2)")
    shelf.rows[0] = TapeWriter.bytes(of: ["name": "Persuasion"])
    shelf.rows.append(TapeWriter.bytes(of: ["name": "Molloy"]))
    books.stale(Shelf.firstRow)
    books.stale(Shelf.rows, position: 3)
    #expect(try run("return row.name, #rows, rows[3].name, row == rows[1]") == ["Persuasion", 3, "Molloy", true])
    books.gone(Shelf.firstRow)
    #expect(try run("return row.name") == [nil])
  }

  @Test("the journal undoes, lists and forgets the changes of a native slice")
  func journal() throws {
    let start = machine.journalEnd
    for title in ["old", "new"] {
      let (from, to) = shelf.rename(title)
      try books.record(from: from, to: to)
      books.stale(0, key: "title")
    }
    let end = machine.journalEnd
    #expect(
      try machine.changes(from: start, to: end, now: end) == [
        ["set", ["books", "title"], "all", "old"], ["set", ["books", "title"], "old", "new"],
      ])
    machine.travel(from: end, to: start)
    books.stale(0, key: "title")
    #expect(try run("return books.title") == ["all"])
    machine.travel(from: start, to: start + 1)
    machine.truncateJournal(at: start + 1)
    machine.forgetJournal(before: start + 1)
    #expect(shelf.log == ["travel 2 to 1", "travel 1 to 0", "travel 0 to 1", "truncate 1", "forget 1"])
  }

  @Test("a removed slice is not part of the state and does not ask its source")
  func removal() throws {
    books.remove()
    #expect(try machine.read(["books"]) == .none)
    #expect(try run("return books.title") == [nil])
    #expect(shelf.asks.isEmpty)
  }
}
