import HostTesting
import SeededTesting
import Testing
import UDFServices

@testable import UDFHost

@Suite("the json service")
struct JSONTests {
  private static func decode(_ text: String) throws(JSONProblem) -> Value { try JSONReader.value(of: Array(text.utf8)) }

  private static func encode(_ value: Value) throws(JSONRefusal) -> String {
    var writer = JSONWriter()
    try writer.write(value, at: "value")
    return writer.text
  }

  private static func problem(_ text: String) -> String {
    do throws(JSONProblem) { return "no problem with \(try decode(text))" } catch { return error.text }
  }

  @Test("distinguishes integers, floats, empty lists, empty maps and null")
  func kinds() async throws {
    let text =
      #" { "a" : [ 1 , 2.0 , -0 , -0.5e+2 , 1E2 ] , "b" : [ ] , "c" : { } , "d" : null , "e" : [ true , false , null ] } "#
    let value: Value = [
      "a": [1, 2.0, 0, -50.0, 100.0], "b": [], "c": [:], "d": .null, "e": [true, false, .null],
    ]
    #expect(try Self.decode(text) == value)
    let probe = try ServiceProbe("json")
    #expect(try await probe.call("json.decode", .string(text)) == value)
    #expect(
      try await probe.call("json.encode", value)
        == #"{"a":[1,2.0,0,-50.0,100.0],"b":[],"c":{},"d":null,"e":[true,false,null]}"#)
  }

  @Test("leaves out fields that are null, at any depth, if nulls is false")
  func nulls() async throws {
    let probe = try ServiceProbe("json")
    let text: Value = #"{"due":null,"rows":[{"at":null,"n":1},null],"all":{"a":null}}"#
    #expect(try await probe.call("json.decode", text, false) == ["rows": [["n": 1], .null], "all": [:]])
    #expect(try await probe.call("json.decode", text, true)["due"] == .null)
    #expect(try await probe.call("json.decode", "null", false) == .null)
  }

  @Test("reads integers that Lua cannot represent as floats")
  func bigIntegers() async throws {
    #expect(
      try Self.decode("[9223372036854775807, -9223372036854775808, 9223372036854775808, -9223372036854775809]")
        == [.integer(.max), .integer(.min), 9.223372036854775808e18, -9.223372036854775808e18])
    #expect(try Self.decode("1" + String(repeating: "0", count: 300)) == 1e300)
  }

  @Test("reads strings: every escape, surrogate pairs, and characters beyond ASCII")
  func strings() async throws {
    #expect(try Self.decode(#""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\uDE42é🙂""#) == "\"\\/\u{8}\u{C}\n\r\tAé🙂é🙂")
    #expect(try Self.decode(#"{"":"\u0000"}"#) == ["": "\u{0}"])
    #expect(try Self.decode(#"{"a":1,"a":2}"#) == ["a": 2])
  }

  @Test("writes each item on a line of its own, if pretty")
  func pretty() async throws {
    let probe = try ServiceProbe("json")
    #expect(
      try await probe.call("json.encode", ["list": [1, [:]], "empty": [], "name": "x"], true) == """
        {
          "empty": [],
          "list": [
            1,
            {}
          ],
          "name": "x"
        }
        """)
  }

  @Test("encodes a table with a key that is the name of an argument as a whole")
  func ambiguous() async throws {
    let probe = try ServiceProbe("json")
    #expect(try await probe.call("json.encode", ["value": 1]) == #"{"value":1}"#)
    #expect(try await probe.call("json.encode", ["value": 1, "pretty": true]) == #"{"pretty":true,"value":1}"#)
  }

  @Test(
    "refuses invalid JSON with line and column",
    arguments: [
      ("", "1:1: expected a value, got the end of the text"),
      ("  nul", "1:3: expected a value, got \"n\""),
      ("[1,]", "1:4: expected a value, got \"]\""),
      ("[1 2]", "1:4: expected \",\" or \"]\" after an item, got \"2\""),
      ("{\n  \"a\": 1,\n  b: 2\n}", "3:3: expected a key in double quotes, got \"b\""),
      ("{\"é\" 1}", "1:6: expected \":\" after a key, got \"1\""),
      ("{\"a\":1;}", "1:7: expected \",\" or \"}\" after a value, got \";\""),
      ("{\"a\":1", "1:7: expected \",\" or \"}\" after a value, got the end of the text"),
      ("1 é", "1:3: expected the end after the value, got \"é\""),
      ("01", "1:1: a number must not begin with 0"),
      ("-", "1:2: expected a digit, got the end of the text"),
      ("-x", "1:2: expected a digit, got \"x\""),
      ("1.", "1:3: expected a digit after the point, got the end of the text"),
      ("1e+", "1:4: expected a digit in the exponent, got the end of the text"),
      ("[1e999]", "1:2: 1e999 is too large for a number"),
      ("\"abc", "1:1: this string has no end"),
      ("\"a\nb\"", "1:3: a control character in a string must be escaped"),
      (#""a\x""#, "1:3: unknown escape in a string"),
      (#""\u12""#, "1:2: a \\u escape must be four hexadecimal digits and a whole character"),
      (#""\u+123""#, "1:2: a \\u escape must be four hexadecimal digits and a whole character"),
      (#""\ud83d""#, "1:2: a \\u escape must be four hexadecimal digits and a whole character"),
      (#""\ud83d\u0041""#, "1:2: a \\u escape must be four hexadecimal digits and a whole character"),
      (#""\ude42""#, "1:2: a \\u escape must be four hexadecimal digits and a whole character"),
      ("NaN", "1:1: expected a value, got \"N\""),
    ])
  func refused(_ text: String, _ problem: String) { #expect(Self.problem(text) == problem) }

  @Test("names itself in the error, also for bytes that are not text")
  func service() async throws {
    let probe = try ServiceProbe("json")
    #expect(
      await probe.failure("json.decode", "[1,") == "json: json.decode: 1:4: expected a value, got the end of the text")
    #expect(
      await probe.failure("json.decode", .bytes([0x22, 0xFF, 0x22]))
        == "json: json.decode: 1:2: the string is not valid UTF-8")
    #expect(
      await probe.failure("json.encode", ["a": [.bytes([0xFF])]])
        == "json: json.encode: value.a[1] cannot be written as JSON: the string is not valid UTF-8")
    #expect(
      await probe.failure("json.encode", ["a": .number(.infinity)])
        == "json: json.encode: value.a cannot be written as JSON: inf is no JSON number")
  }

  @Test("reports an uncaught error at the script's line, not at that of the text")
  func uncaught() throws {
    let app = try TestHost(
      effects: """
            go = function(cx)
              local value = cx.services.json.decode("{a")
              cx.send { type = "note", text = value }
            end,
        """, more: "uses = { 'json' },")
    try app.run("a.go()")
    #expect(
      app.errors.map(\.message) == [
        """
        a.lua:9: effect of a/go: json.decode: 1:2: expected a key in double quotes, got "a"
          The effect has ended; the state is as it left it.
        """
      ])
    #expect(app.errors.first?.file == "a.lua")
    #expect(app.errors.first?.line == 9)
    #expect(
      app.failure("services.json.encode({}, print)")
        == "json.encode: argument 2 is a function; services accept only plain data")
  }

  @Test("called with a colon is refused, also while the calls are recorded")
  func colon() throws {
    let text = "json.encode is called with a dot and not a colon: json.encode(…)"
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a", uses = { "json" }, reduce = { go = function() end },
          effects = { go = function(cx) cx.services.json:encode({}) end },
        """)
    ])
    #expect(app.failure("services.json:encode({})") == text)
    try app.run("a.go()")
    try app.host.record(to: app.folder("session.ndjson"))
    try app.run("a.go()")
    #expect(
      app.errors.map { $0.message.split(separator: "\n")[0] } == [
        "a.lua:4: effect of a/go: \(text)", "a.lua:4: effect of a/go: \(text)",
      ])
  }

  @Test("reads 180 levels, and refuses one more")
  func depth() async throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try Self.decode(nested(180))
    #expect(Self.problem(nested(181)) == "1:181: nested deeper than 180 levels")
    #expect(Self.problem(nested(1_000_000)) == "1:181: nested deeper than 180 levels")
  }

  @Test("reads what it has written unchanged")
  func roundTrip() async throws {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 1...300 {
      let value = generator.json(depth: 4)
      #expect(try Self.decode(Self.encode(value)) == value, "\(Seed.replay)")
    }
  }

  @Test("does not end the process with any text")
  func anyText() {
    var generator = SeededGenerator(seed: Seed.current)
    let pieces = Array("{}[]\",:\\u0dea1.-+eE \n\ttrufalsn\u{0}é🙂")
    for _ in 1...5000 {
      let text = String(
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in pieces.randomElement(using: &generator)! })
      _ = try? Self.decode(text)
    }
  }
}

extension SeededGenerator {
  /// Anything that JSON can hold.
  fileprivate mutating func json(depth: Int) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &self) {
    case 0: .integer(.random(in: .min ... .max, using: &self))
    case 1: .number(Double(sign: .plus, exponent: .random(in: -1022...1023, using: &self), significand: 1.1))
    case 2: .boolean(.random(using: &self))
    case 3: .null
    case 4: .string(text())
    case 5: .list((0..<Int.random(in: 0...5, using: &self)).map { _ in json(depth: depth - 1) })
    default: .map(Record((0..<Int.random(in: 0...5, using: &self)).map { _ in (text(), json(depth: depth - 1)) }))
    }
  }

  private mutating func text() -> String {
    let scalars = "a\"\\/\n\t\u{1}\u{7F}é🙂\u{0}".unicodeScalars.map(String.init)
    return (0..<Int.random(in: 0...6, using: &self)).map { _ in scalars.randomElement(using: &self)! }.joined()
  }
}
