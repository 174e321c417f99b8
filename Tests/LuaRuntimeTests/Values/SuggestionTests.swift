import LuaRuntime
import Testing

@Suite("a suggestion")
struct SuggestionTests {
  static let keys = [
    "name", "uses", "state", "actions", "events", "reduce", "effects", "computed", "view", "emits", "reads",
    "version",
    "migrate", "reactions", "onReload",
  ]

  @Test("of equally similar names, the one with the same case is suggested")
  func cases() {
    #expect(suggestion(for: "udf.featur", among: ["udf.Feature", "udf.feature"]) == "udf.feature")
    #expect(suggestion(for: "udf.Featur", among: ["udf.Feature", "udf.feature"]) == "udf.Feature")
  }

  @Test(
    "names the name that was probably meant",
    arguments: [
      ("redcue", "reduce"), ("reducer", "reduce"), ("event", "events"), ("efects", "effects"),
      ("State", "state"),
      ("onreload", "onReload"), ("comp", "computed"), ("computedValues", "computed"), ("veiw", "view"),
      ("reaction", "reactions"), ("acitons", "actions"),
    ])
  func close(typed: String, meant: String) {
    #expect(suggestion(for: typed, among: Self.keys) == meant)
  }

  @Test("is not made when no name is similar", arguments: ["", "x", "go", "subscribe", "zzzzzz", "middleware"])
  func far(typed: String) {
    #expect(suggestion(for: typed, among: Self.keys) == nil)
    #expect(didYouMean(typed, among: Self.keys) == "")
  }

  @Test("allows more errors in longer names, and never more than three")
  func threshold() {
    #expect(suggestion(for: "it", among: ["id"]) == nil)
    #expect(suggestion(for: "qt", among: ["qty"]) == "qty")
    #expect(suggestion(for: "abcdefghi", among: ["abcxyzghi"]) == "abcxyzghi")
    #expect(suggestion(for: "abcdefghijkl", among: ["abcd1234ijkl"]) == nil)
  }

  @Test("prefers a different case to a typing error, that to a common beginning, and the first of equal names")
  func preference() {
    #expect(suggestion(for: "ITEM", among: ["itam", "items", "item"]) == "item")
    #expect(suggestion(for: "select", among: ["selectArticle", "selekt"]) == "selekt")
    for known in [["carb", "care", "cars"], ["cars", "care", "carb"]] {
      #expect(suggestion(for: "card", among: known) == "carb")
    }
  }

  @Test("is never the name itself")
  func itself() {
    #expect(suggestion(for: "load", among: ["load"]) == nil)
  }

  @Test("becomes the end of a sentence")
  func sentence() {
    #expect(didYouMean("redcue", among: Self.keys) == " Did you mean \"reduce\"?")
    #expect(
      didYouMean("colour", among: ["reduce", "effects", "effects"]) == " Known names: effects, reduce.")
    #expect(didYouMean("colour", among: []) == "")
  }
}
