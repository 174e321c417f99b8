import Foundation
import JSONSyntax
import SeededTesting
import Testing

@testable import UDFSync

@Suite("rows whose bytes are kept") struct JSONScannerTests {
  /// The key of the row in a text, or why the text is not a row.
  private func read(_ text: some Sequence<UInt8>) -> String {
    let bytes = Array(text)
    var scanner = JSONScanner(bytes, in: 0..<bytes.count)
    do throws(JSONFault) {
      let (key, range) = try scanner.row(key: "id")
      try scanner.finish()
      return "\(key) in \(range)"
    } catch {
      return "\(error.position): \(error.reason)"
    }
  }

  @Test("the key of a row is found at any place in it")
  func keys() {
    #expect(read(#"{"id":"a1"}"#.utf8) == "a1 in 0..<11")
    #expect(read(#" {"a": {"id": "no"}, "id" : 17 } "#.utf8) == "17 in 1..<32")
    #expect(read(#"{"i\u0064":"é\n\ud83d\ude00"}"#.utf8) == "é\n😀 in 0..<30")
    #expect(read(#"{"id":-3,"x":[1,[],{},[{"a":null}],true,false,-0.5e+3]}"#.utf8) == "-3 in 0..<55")
  }

  @Test("another encoding of the key field's name is another name")
  func spelling() throws {
    let bytes = Array(#"{"e\u0301":1,"\u00e9":2}"#.utf8)
    var scanner = JSONScanner(bytes, in: 0..<bytes.count)
    let (key, _) = try scanner.row(key: "\u{e9}")
    #expect("\(key)" == "2")
  }

  /// Texts that are no rows, and why.
  private static let noRows: [(text: String, problem: String)] = [
    ("", #"0: expected a row, as in {"id": …}, got the end"#),
    ("[1]", #"0: expected a row, as in {"id": …}, got "[""#),
    ("{}", #"0: the row has no field "id" to hold its key"#),
    (#"{"a":1}"#, #"0: the row has no field "id" to hold its key"#),
    (#"{"id":""}"#, "6: the key is empty"),
    (#"{"id":null}"#, #"6: expected a key, a string or an integer, got "n""#),
    (#"{"id":1.0}"#, "6: expected a key, a string or an integer, got 1.0"),
    (#"{"id":1,"id":2}"#, #"8: the row has two fields "id""#),
    (#"{"id":1} {"#, #"9: expected nothing more, got "{""#),
    (#"{"id":1,}"#, #"8: expected a name in double quotes, got "}""#),
    (#"{"id":1"#, #"7: expected "," or "}" after a value, got the end"#),
    (#"{"id":1,"a":[1,]}"#, #"15: expected a value, got "]""#),
    (#"{"id":1,"a" 2}"#, #"12: expected ":", got "2""#),
    (#"{"id":1,"a":01}"#, "12: a number must not begin with 0"),
    (#"{"id":1,"a":1.}"#, #"14: expected a digit after the point, got "}""#),
    (#"{"id":1,"a":-}"#, #"13: expected a digit, got "}""#),
    (#"{"id":1,"a":1e}"#, #"14: expected a digit in the exponent, got "}""#),
    (#"{"id":1,"a":1e999}"#, "12: 1e999 is too large for a number"),
    (#"{"id":1,"a":NaN}"#, #"12: expected a value, got "N""#),
    (#"{"id":1,"a":"b"#, "12: this string has no end"),
    (#"{"id":1,"a":"\q"}"#, "13: unknown escape in a string"),
    (#"{"id":1,"a":"\"#, "13: unknown escape in a string"),
    (#"{"id":1,"a":"\ud800"}"#, "13: a \\u escape must be four hexadecimal digits and a whole character"),
    (#"{"id":1,"a":"\u+123"}"#, "13: a \\u escape must be four hexadecimal digits and a whole character"),
    ("{\"id\":1,\"a\":\"\t\"}", "13: a control character in a string must be escaped"),
    (#"{"id":9223372036854775808}"#, "6: expected a key, a string or an integer, got 9223372036854775808"),
    (#"{"id":1,"a":"# + String(repeating: "[", count: 180), "191: nested deeper than 180 levels"),
  ]

  @Test("an invalid row is refused at the place of the error", arguments: noRows)
  func refused(_ text: String, _ problem: String) { #expect(read(text.utf8) == problem) }

  @Test("an incomplete character is refused")
  func halfACharacter() {
    #expect(read(Array(#"{"id":1,"a":""#.utf8) + [0xC3] + Array(#""}"#.utf8)) == "13: the string is not valid UTF-8")
  }

  @Test("after any change of a row, accepted text can be read by Foundation too")
  func changed() {
    var random = SeededGenerator(seed: Seed.current)
    // From characters that JSON uses, because other texts would nearly all be refused at once.
    let alphabet = Array(#"{}[]",:\u01e-. tfn"#.utf8)
    var taken = 0
    for _ in 0..<5000 {
      var bytes = Array(#"{"id":"a1","t":"é\n\u00e9","n":[1,-2.5e3,true,null],"o":{"x":0}}"#.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        let byte = alphabet.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = byte
        case 1: bytes.insert(byte, at: index)
        default: bytes.remove(at: index)
        }
      }
      var scanner = JSONScanner(bytes, in: 0..<bytes.count)
      guard (try? scanner.value()) != nil, (try? scanner.finish()) != nil else { continue }
      taken += 1
      let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      #expect(value != nil, "\(String(decoding: bytes, as: UTF8.self)); \(Seed.replay)")
    }
    #expect(taken > 100, "\(Seed.replay)")
  }
}
