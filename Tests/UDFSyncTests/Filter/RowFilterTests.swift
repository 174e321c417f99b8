import Testing

@testable import UDFSync

@Suite("Row filters") struct RowFilterTests {
  private func matches(_ filter: RowFilter, _ row: String) -> Bool { filter.matches(Array(row.utf8)) }

  @Test("a row matches if each field has one of its values, compared as JSON")
  func values() {
    let filter = RowFilter(["category": ["fruit", "veg"], "year": [2026], "isNew": [true]])
    #expect(matches(filter, #"{"id":"a","category":"fruit","year":2026,"isNew":true}"#))
    #expect(matches(filter, #"{"isNew":true,"year":2.026e3,"category":"v\u0065g"}"#))
    #expect(!matches(filter, #"{"category":"nut","year":2026,"isNew":true}"#))
    #expect(!matches(filter, #"{"category":"fruit","year":"2026","isNew":true}"#))
    #expect(!matches(filter, #"{"category":"fruit","year":2026,"isNew":1}"#))
    #expect(!matches(filter, #"{"category":"fruit","year":2026}"#))
    #expect(!matches(filter, #"{"category":null,"year":2026,"isNew":true}"#))
    #expect(!matches(filter, "no JSON"))
  }

  @Test("every row matches a filter without fields, and none a field without values")
  func ends() {
    #expect(matches(.all, #"{"id":"a"}"#))
    #expect(matches([:], #"{"id":"a"}"#))
    #expect(!matches(RowFilter(["id": []]), #"{"id":"a"}"#))
  }

  @Test("a composed and a decomposed letter are different values, as for a server")
  func bytes() {
    #expect(!matches(["name": "\u{e9}"], "{\"name\":\"e\u{301}\"}"))
  }

  @Test("equal filters have equal texts, in which a string and a number differ")
  func text() {
    let filter = RowFilter(["year": [2026, 2025, 2026], "b\"": ["x/y"], "a": [true, 7, "7", "é"]])
    #expect(filter.json == #"{"a":[true,7,"7","é"],"b\"":"x/y","year":[2025,2026]}"#)
    #expect(filter == RowFilter(["a": ["é", "7", 7, true], "year": [2025, 2026], "b\"": ["x/y"]]))
    #expect(RowFilter.all.json == "{}")
  }

  @Test("a filter covers another one if the other requests no further rows")
  func covers() {
    let both = RowFilter(["category": ["fruit", "veg"]])
    let fruit: RowFilter = ["category": "fruit", "year": 2026]
    #expect(RowFilter.all.covers(both) && both.covers(fruit) && both.covers(both))
    #expect(!both.covers(.all) && !fruit.covers(both) && !both.covers(["year": 2026]))
  }
}
