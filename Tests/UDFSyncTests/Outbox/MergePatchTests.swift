import Foundation
import JSONSyntax
import SeededTesting
import Testing

@testable import UDFSync

@Suite("patches that are merged into rows") struct MergePatchTests {
  private func merged(_ row: String, _ patch: String) throws(JSONFault) -> String {
    String(decoding: try MergePatch.merge(Array(row.utf8), Array(patch.utf8)), as: UTF8.self)
  }

  @Test("members replace those of the row, objects are merged, null removes")
  func members() throws {
    #expect(
      try merged(
        #"{"a":1,"b":{"c":2,"d":3},"e":[1,2],"n":1}"#, #"{"b":{"c":null,"x":true},"e":[3],"n":null,"m":null}"#)
        == #"{"a":1,"b":{"d":3,"x":true},"e":[3]}"#)
    #expect(
      try merged(#"{"a":[1]}"#, #"{"a":{"b":{"c":null,"d":2}},"e":{"f":null}}"#) == #"{"a":{"b":{"d":2}},"e":{}}"#)
    #expect(try merged("{}", "{}") == "{}")
  }

  @Test("parts that no patch changes keep their bytes")
  func exact() throws {
    #expect(
      try merged(#" { "n" : 1.0, "big":12345678901234567890, "l":[ 1.0 ] } "#, #"{ "x" : 2.50 }"#)
        == #"{"n":1.0,"big":12345678901234567890,"l":[ 1.0 ],"x":2.50}"#)
  }

  @Test("names are compared by their characters in any encoding, and of two equal ones the later applies")
  func names() throws {
    #expect(
      try merged(#"{"\u0061":1,"é":2,"e\u0301":3}"#, #"{"a":4,"e\u0301":5}"#) == #"{"\u0061":4,"é":2,"e\u0301":5}"#)
    #expect(try merged(#"{"a":1,"a":2}"#, #"{"a":3,"b":4,"a":null,"b":5}"#) == #"{"b":5}"#)
  }

  @Test(
    "a value that is not an object is refused",
    arguments: [
      ("[1]", #"expected "{", got "[" at byte 1"#),
      (#"{"a":1,}"#, #"expected a name in double quotes, got "}" at byte 8"#),
      ("{} {}", #"expected nothing more, got "{" at byte 4"#),
      ("", #"expected "{", got the end at byte 1"#),
    ])
  func refused(_ text: String, _ problem: String) {
    for (row, patch) in [("{}", text), (text, "{}")] {
      let fault = #expect(throws: JSONFault.self) { try merged(row, patch) }
      #expect(fault?.description == problem)
    }
  }

  @Test("the result is that of merging the values themselves")
  func model() throws {
    var random = SeededGenerator(seed: Seed.current)
    for _ in 0..<500 {
      let (row, patch) = (random.object(depth: 3), random.object(depth: 3))
      let expected = try JSONSerialization.data(withJSONObject: model(row, patch), options: .sortedKeys)
      let bytes = try MergePatch.merge(Array(text(row)), Array(text(patch)))
      let read = try JSONSerialization.jsonObject(with: Data(bytes))
      #expect(
        try JSONSerialization.data(withJSONObject: read, options: .sortedKeys) == expected, "\(Seed.replay)")
    }
  }

  private func text(_ object: [String: Any]) throws -> Data { try JSONSerialization.data(withJSONObject: object) }

  private func model(_ row: [String: Any], _ patch: [String: Any]) -> [String: Any] {
    var row = row
    for (name, value) in patch {
      switch value {
      case is NSNull: row[name] = nil
      case let inner as [String: Any]: row[name] = model(row[name] as? [String: Any] ?? [:], inner)
      default: row[name] = value
      }
    }
    return row
  }
}

extension SeededGenerator {
  /// One with few names, so that two of them often have the same.
  fileprivate mutating func object(depth: Int) -> [String: Any] {
    var object: [String: Any] = [:]
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      let name = ["a", "b", "c\"\n", "é"].randomElement(using: &self) ?? ""
      switch Int.random(in: 0..<(depth > 0 ? 5 : 3), using: &self) {
      case 0: object[name] = NSNull()
      case 1: object[name] = Int.random(in: 0..<9, using: &self)
      case 2: object[name] = ["x", 1] as [Any]
      default: object[name] = self.object(depth: depth - 1)
      }
    }
    return object
  }
}
