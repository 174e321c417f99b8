import LuaRuntime
import Testing

@Suite("Plain data that does not fit")
struct CoderErrorTests {
  private func refusal<T: Decodable>(_ type: T.Type, _ value: Value) -> String {
    let error = #expect(throws: ValueCodingError.self) { try ValueDecoder().decode(type, from: value) }
    return error?.description ?? ""
  }

  private let line: Value = ["sku": "A1", "qty": 2, "price": 1, "isGift": false]

  @Test("the error gives the place, the expected type and the actual value")
  func places() {
    #expect(
      refusal([String: [CodedShop.Line]].self, ["items": [line, ["sku": "B2", "qty": "x"]]])
        == #"items[2].qty: must be an integer, got string "x""#)
    #expect(refusal(CodedShop.Line.self, ["qty": 2]) == "sku is missing; it must be a string")
    #expect(refusal([Bool].self, [true, 1]) == "[2]: must be a boolean, got number 1")
    #expect(refusal([Bool].self, [true, .null]) == "[2]: must be a boolean, got null")
    #expect(refusal(Bool.self, .none) == "the value is missing; it must be a boolean")
    #expect(refusal(String.self, 2.5) == "must be a string, got number 2.5")
    #expect(refusal(CodedShop.Line.self, "x") == #"must be a table, got string "x""#)
    #expect(refusal([String: CodedBox].self, ["odd key": 1]) == #"["odd key"]: must be a table, got number 1"#)
    #expect(refusal([Int].self, ["a": 1]) == "must be a list, got table")
    #expect(refusal(CodedBox.self, ["size": [:], "tags": []]) == "size.width is missing; it must be an integer")
    #expect(
      refusal(CodedBox.self, ["size": ["width": 1], "tags": [[]]]) == "tags[1][1] is missing; it must be a string")
  }

  @Test("an integer outside of its type's range is refused")
  func ranges() {
    #expect(refusal([UInt8].self, [256]) == "[1]: must be an integer from 0 to 255, got number 256")
    #expect(refusal(Int8.self, -1e30) == "must be an integer from -128 to 127, got number -1e+30")
    #expect(refusal(Int.self, 2.5) == "must be an integer, got number 2.5")
    #expect(refusal(Int.self, .number(.infinity)) == "must be an integer, got number inf")
  }

  @Test("bytes that are not UTF-8 are refused as a string")
  func bytes() {
    #expect(
      refusal([String: String].self, ["name": .bytes([0xff, 0x61])])
        == "name: must be a string of valid UTF-8; these 2 bytes are not valid")
  }

  @Test("an integer that Lua cannot hold is refused with its place")
  func tooLarge() {
    let error = #expect(throws: ValueCodingError.self) { try ValueEncoder().encode(["n": [1, UInt64.max]]) }
    #expect(
      error?.description == "n[2]: must be an integer from -9223372036854775808 to 9223372036854775807, "
        + "got number 18446744073709551615")
    #expect(error?.path == "n[2]")
  }

  @Test("data nested deeper than 200 tables is refused by the encoder and the decoder")
  func depth() throws {
    let deepest = Ring.nested(200)
    #expect(try ValueDecoder().decode(Ring.self, from: ValueEncoder().encode(deepest)).count == 200)
    let encoding = #expect(throws: ValueCodingError.self) { _ = try ValueEncoder().encode(Ring.nested(201)) }
    #expect(encoding?.description.hasSuffix("next.next: is nested deeper than 200 tables") == true)
    let deeper: Value = ["next": try ValueEncoder().encode(deepest)]
    #expect(refusal(Ring.self, deeper).hasSuffix("next.next: is nested deeper than 200 tables"))
  }

  @Test("an object that contains itself is refused")
  func cycle() {
    let ring = Ring(next: nil)
    ring.next = ring
    defer { ring.next = nil }
    #expect(throws: ValueCodingError.self) { try ValueEncoder().encode(ring) }
  }

  @Test("an error thrown by a type's own coding has its place")
  func ownErrors() {
    #expect(
      refusal([CodedShop.Currency].self, ["euro", "pound"])
        == "[2]: Cannot initialize Currency from invalid String value pound")
  }

  final class Ring: Codable {
    var next: Ring?

    init(next: Ring?) { self.next = next }

    static func nested(_ depth: Int) -> Ring { (1..<depth).reduce(Ring(next: nil)) { ring, _ in Ring(next: ring) } }
    var count: Int { 1 + (next?.count ?? 0) }
  }
}
