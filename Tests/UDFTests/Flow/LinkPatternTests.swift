import SeededTesting
import Testing
import UDF

@Suite("Links")
struct LinkPatternTests {
  func params(_ pattern: String, _ link: String) throws -> [String: String]? {
    try LinkPattern(pattern).params(of: Link(link))
  }

  @Test(
    "a link contains its params, with any scheme and host",
    arguments: [
      "/articles/7?tab=x", "app://host/articles/7?tab=x", "app:/articles/7?tab=x", "https://host:80/articles/7?tab=x",
      "//host/articles/7?tab=x", "/articles/7/?tab=x", "/articles/7?tab=x#top", "/articles/7?&tab=x&",
    ])
  func params(_ link: String) throws {
    #expect(try params("/articles/:id", link) == ["id": "7", "tab": "x"])
  }

  @Test(
    "encoded texts are decoded, and an encoded slash is not a separator",
    arguments: [
      ("/find/caf%C3%A9", ["text": "café"]), ("/find/a%2Fb", ["text": "a/b"]), ("/find/a+b", ["text": "a+b"]),
      ("/find/a%20b?by=c+d%2B", ["text": "a b", "by": "c d+"]), ("/find/x?a%3Db=1=2", ["text": "x", "a=b": "1=2"]),
      ("/find/x?new", ["text": "x", "new": ""]), ("/find/:text", ["text": ":text"]), ("/find/a:b", ["text": "a:b"]),
    ])
  func decoded(_ link: String, _ expected: [String: String]) throws {
    #expect(try params("/find/:text", link) == expected)
  }

  @Test(
    "a link that does not match is not an error",
    arguments: ["/", "/articles", "/articles/", "/articles//", "/articles/7/8", "/Articles/7", "app://articles/7"])
  func unmatched(_ link: String) throws {
    #expect(try params("/articles/:id", link) == nil)
  }

  @Test("the root has a link too")
  func root() throws {
    #expect(try params("/", "app://host") == [:])
    #expect(try params("/", "app://host?tab=x") == ["tab": "x"])
    #expect(try LinkPattern("/").link(["tab": "x"]) == "/?tab=x")
  }

  @Test("a link must contain the query of its pattern, which is not a param")
  func fixedQuery() throws {
    let pattern = try LinkPattern("/articles/:id?tab=notes")
    #expect(try pattern.params(of: Link("/articles/7?tab=notes&page=2")) == ["id": "7", "page": "2"])
    #expect(try pattern.params(of: Link("/articles/7?tab=text")) == nil)
    #expect(try pattern.params(of: Link("/articles/7")) == nil)
    #expect(try pattern.link(["id": "7", "page": "2"]) == "/articles/7?page=2&tab=notes")
  }

  @Test(
    "an invalid link has an error with the place and the fix",
    arguments: [
      ("", "link : it has no path\n  To fix this, write /path or scheme://host/path"),
      ("articles/7", "link articles/7: it has no path\n  To fix this, write /path or scheme://host/path"),
      ("?tab=x", "link ?tab=x: it has no path\n  To fix this, write /path or scheme://host/path"),
      (
        "/a/5%",
        "link /a/5%: a % in \"5%\" is not followed by two hexadecimal digits\n  To fix this, write the % itself as %25"
      ),
      (
        "/a?b=%+1",
        "link /a?b=%+1: a % in \"%+1\" is not followed by two hexadecimal digits\n"
          + "  To fix this, write the % itself as %25"
      ),
      (
        "/a/%FF",
        "link /a/%FF: what \"%FF\" encodes is not UTF-8\n  To fix this, percent-encode the UTF-8 of the text"
      ),
      ("/a?b=1&b=2", "link /a?b=1&b=2: its query gives b twice\n  To fix this, give each name one value"),
    ])
  func malformed(_ link: String, _ text: String) throws {
    let error = try #require(throws: LinkError.self) { try Link(link) }
    #expect(error.description == text)
    #expect(error.kind == .malformedLink)
  }

  @Test("a link with a repeated param is refused")
  func twice() throws {
    let error = try #require(throws: LinkError.self) { try params("/articles/:id", "/articles/7?id=8") }
    #expect(
      error.description
        == "link /articles/7?id=8: its path and its query both give id\n  To fix this, leave it out of the query")
  }

  @Test(
    "an invalid pattern has an error with the reason",
    arguments: [
      ("articles", "it has no path\n  To fix this, write /path or scheme://host/path"),
      ("app://host/a", "it has a scheme or a host\n  To fix this, begin it with its path: /…"),
      ("//host/a", "it has a scheme or a host\n  To fix this, begin it with its path: /…"),
      ("/a//b", "a part of its path is empty\n  To fix this, write a text or :name there"),
      ("/a/:", "a part of its path is empty\n  To fix this, write a text or :name there"),
      ("/a/:b/:b", "it has b twice\n  To fix this, give each param its own name"),
      ("/a/:b?b=1", "it has b twice\n  To fix this, give each param its own name"),
      ("/a?b=1&b=2", "its query gives b twice\n  To fix this, give each name one value"),
    ])
  func malformedPattern(_ pattern: String, _ problem: String) throws {
    let error = try #require(throws: LinkError.self) { try LinkPattern(pattern) }
    #expect(error.description == "link pattern \(pattern): \(problem)")
    #expect(error.kind == .malformedPattern)
  }

  @Test("params that cannot be in a link are refused")
  func unfit() throws {
    let pattern = try LinkPattern("/articles/:id?tab=notes")
    let missing = try #require(throws: LinkError.self) { try pattern.link(["id": ""]) }
    #expect(
      missing.description
        == "link pattern /articles/:id?tab=notes: the param id is missing or empty\n  To fix this, give it a text")
    let fixed = try #require(throws: LinkError.self) { try pattern.link(["id": "7", "tab": "text"]) }
    #expect(
      fixed.description
        == "link pattern /articles/:id?tab=notes: tab is always \"notes\"\n  To fix this, leave it out of the params")
    #expect([missing.kind, fixed.kind] == [.unfitParams, .unfitParams])
  }

  @Test("the more specific of two patterns comes first, and two that match the same links are reported")
  func order() throws {
    let texts = ["/articles/new", "/articles/:id?tab=x", "/articles/:id", "/:kind/new", "/:kind/:id", "/articles", "/"]
    let patterns = try texts.map { try LinkPattern($0) }
    #expect(patterns.shuffled().sorted { $0.isNarrower(than: $1) } == patterns)
    #expect(try LinkPattern("/a/:b").takesSameLinks(as: LinkPattern("/a/:c")))
    #expect(try !LinkPattern("/a/:b").takesSameLinks(as: LinkPattern("/:b/a")))
    #expect(try !LinkPattern("/a/:b").takesSameLinks(as: LinkPattern("/a/:b?c=d")))
  }

  @Test("a link made of params returns them")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: Seed.current)
    func text(_ lengths: ClosedRange<Int>) -> String {
      let characters = Array("ab7:/?#&=+% .~é\u{301}日🧭\n\0\"")
      return String(
        (0..<Int.random(in: lengths, using: &generator)).map { _ in characters.randomElement(using: &generator)! })
    }
    for _ in 0..<500 {
      let names = ["id", "page", "tab"]
      let parts = ["", "articles", ":id", ":id/x/:page"]
      let pattern = try LinkPattern("/" + parts.randomElement(using: &generator)!)
      var params = ["id": text(1...4), "page": text(1...4)]
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        params[Bool.random(using: &generator) ? names.randomElement(using: &generator)! : "q" + text(0...3)] = text(
          1...4)
      }
      let link = try pattern.link(params)
      #expect(try pattern.params(of: Link(link)) == params, "\(link), \(Seed.replay)")
      #expect(try pattern.params(of: Link("app://host\(link)#end")) == params, "\(link), \(Seed.replay)")
      #expect(link.utf8.allSatisfy { $0 < 128 }, "\(Seed.replay)")
    }
  }
}
