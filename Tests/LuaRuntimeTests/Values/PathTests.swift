import Testing

@testable import LuaRuntime

@Suite("The text of a path")
struct PathTests {
  @Test(
    "is read as the path that wrote it, whatever its keys contain",
    arguments: ["plain", "two words", "a]b", "say \"hi\"", "it's", "back\\slash", "\\\"", "", "[1]", "a.b", "😀 é"])
  func keys(key: String) {
    let path = Path([.key("cart"), .key(key), .index(2), .key("end")])
    #expect(Path(parsing: path.description) == path, "\(path)")
  }

  @Test("may quote a key with either quote")
  func quotes() {
    #expect(Path(parsing: #"cart['it\'s "x"'].y"#)?.keys == [.key("cart"), .key(#"it's "x""#), .key("y")])
    #expect(Path([.key("a"), .key(#"say "hi""#)]).description == #"a["say \"hi\""]"#)
  }

  @Test(
    "is refused if a bracket or a quote is missing or too many",
    arguments: ["a[", "a[1", "a[]", "a[x]", #"a["x]"#, #"a["x"#, #"a["x"y]"#, #"a["x'"#, "a[1]b", "a..b", ".a"])
  func wrong(text: String) {
    #expect(Path(parsing: text) == nil)
  }
}
