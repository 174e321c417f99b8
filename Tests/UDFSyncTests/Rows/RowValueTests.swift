import Testing

@testable import UDFSync

@Suite("Rows as values") struct RowValueTests {
  private func areSame(_ left: String, _ right: String) -> Bool {
    RowValue.areSame(Array(left.utf8), Array(right.utf8))
  }

  @Test(
    "equal values in different notations are equal",
    arguments: [
      (#"{"a":1,"b":[true,null]}"#, #"{ "b" : [ true, null ], "a" : 1.0 }"#),
      (#"{"a":"é\/\n"}"#, #"{"a":"\u00e9/\u000a"}"#),
      ("[10,0.5,0,-0,1200]", "[1e1,5E-1,0.000,0e9,12.00e+2]"),
      ("[0.001]", "[1e-3]"),
      (#"{"a":1,"a":2}"#, #"{"a":2}"#),
      ("no JSON", "no JSON"),
    ])
  func same(_ left: String, _ right: String) {
    #expect(areSame(left, right))
    #expect(areSame(right, left))
  }

  @Test(
    "different values are different",
    arguments: [
      ("[1]", "[true]"), ("[0]", "[false]"), ("[null]", "[0]"), (#"["1"]"#, "[1]"), ("[1,2]", "[2,1]"),
      ("[9007199254740993]", "[9007199254740992]"), ("[1]", "[-1]"), ("[0.1]", "[0.01]"), ("[10]", "[1]"),
      ("[1e-99999999999999999999]", "[1]"), (#"{"a":null}"#, "{}"), (#"["é"]"#, "[\"e\u{301}\"]"),
      ("no JSON", "No JSON"),
    ])
  func different(_ left: String, _ right: String) { #expect(!areSame(left, right)) }

  @Test("a deleted row is equal only to no row")
  func gone() {
    #expect(RowValue.areSame(nil, nil))
    #expect(!RowValue.areSame(nil, Array("{}".utf8)))
    #expect(!RowValue.areSame(Array("null".utf8), nil))
  }
}
