import Testing
import UDFHost

@testable import UDFCommands

@Suite("Printing of watched places")
struct WatchFormatterTests {
  private func lines(
    _ path: String, _ old: Value, _ new: Value, columns: Int? = 80, limit: Int? = 5
  ) throws -> [String] {
    WatchFormatter(width: columns, changeLimit: limit).lines(Change(.set, try Path(path), old: old, new: new))
  }

  @Test("a replaced value is printed beside its former value")
  func whole() throws {
    #expect(try lines("cart.total", 39.8, 44.8) == ["[watch] cart.total: 39.8 → 44.8"])
    #expect(try lines("cart.first", .none, ["qty": 1]) == ["[watch] cart.first: + {qty=1}"])
    #expect(try lines("cart.first", ["qty": 1], .none) == ["[watch] cart.first: - {qty=1}"])
    #expect(try lines("cart.first", [1], ["qty": 1]) == ["[watch] cart.first: {1} → {qty=1}"])
    #expect(try WatchFormatter().line(Path("cart.items"), [["qty": 1]]) == "[watch] cart.items: {{qty=1}}")
  }

  @Test("for a table, the changes inside it are printed with their paths")
  func inside() throws {
    let one: Value = ["qty": 1, "sku": "A1"]
    let two: Value = ["qty": 2, "sku": "A1"]
    let other: Value = ["qty": 1, "sku": "B2"]
    #expect(try lines("cart.items", [one], [two]) == ["[watch] cart.items  [1].qty: 1 → 2"])
    #expect(try lines("cart.items", [one, other], [other]) == [#"[watch] cart.items  [1]: - {qty=1, sku="A1"}"#])
    #expect(
      try lines("cart", ["items": [one], "total": 5], ["items": [one, other], "total": 10]) == [
        "[watch] cart", #"   items[2]: + {qty=1, sku="B2"}"#, "   total: 5 → 10",
      ])
  }

  @Test("a change that does not fit beside its place is printed below it")
  func narrow() throws {
    #expect(
      try lines("cart.items", [["note": "none"]], [["note": "by hand"]], columns: 40) == [
        "[watch] cart.items", #"   [1].note: "none" → "by hand""#,
      ])
  }

  @Test("the first of many changes are printed, with the number of the others; all if nothing is left out")
  func many() throws {
    let old = Value.list((1...50).map { .integer($0) })
    let new = Value.list((1...50).map { .integer(-$0) })
    let lines = try lines("list.rows", old, new)
    #expect(lines.count == 7)
    #expect(lines.prefix(2) == ["[watch] list.rows", "   [1]: 1 → -1"])
    #expect(lines.last == "   … 45 more")
    #expect(try self.lines("list.rows", old, new, columns: nil, limit: nil).count == 51)
  }
}
