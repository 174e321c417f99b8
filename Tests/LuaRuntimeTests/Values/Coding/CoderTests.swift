import LuaRuntime
import SeededTesting
import Testing

@Suite("Swift values as plain data")
struct CoderTests {
  private let encoder = ValueEncoder()
  private let decoder = ValueDecoder()

  private let shop = CodedShop(
    items: [.init(sku: "A1", qty: 2, note: "red"), .init(sku: "B2", qty: -1, price: 9.5, isGift: true)],
    stock: ["A1": 3, "é": nil], filter: .named("x", nil), currency: .yen, matrix: [[1, -2], []])

  @Test("a struct is encoded as the equivalent Lua table")
  func encoded() throws {
    #expect(
      try encoder.encode(shop) == [
        "currency": "yen",
        "filter": ["named": ["_0": "x"]],
        "items": [
          ["sku": "A1", "qty": 2, "note": "red", "price": 0.0, "isGift": false],
          ["sku": "B2", "qty": -1, "price": 9.5, "isGift": true],
        ],
        "matrix": [[1, -2], []],
        "stock": ["A1": 3],
      ])
  }

  @Test("an encoded value decodes to an equal value, also after passing through Lua")
  func roundTrip() throws {
    var expected = shop
    // In Lua a key with the value nil is absent.
    expected.stock["é"] = .none
    let machine = LuaMachine()
    let identity = try machine.load("return ...".utf8, name: "identity", in: machine.environment())
    let values = try machine.call(identity, [encoder.encode(shop)])
    #expect(try decoder.decode(CodedShop.self, from: values[0]) == expected)
  }

  @Test("random lines are equal after a round trip")
  func randomRoundTrip() throws {
    var random = SeededGenerator(seed: Seed.current)
    for _ in 0..<200 {
      let lines = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
        CodedShop.Line(
          sku: String(UInt64.random(in: 0 ... .max, using: &random), radix: 36),
          qty: Int(truncatingIfNeeded: random.next()),
          note: Bool.random(using: &random) ? nil : "\u{0}é", price: Double(bitPattern: random.next() >> 2))
      }
      let named = Dictionary(uniqueKeysWithValues: lines.map { ($0.sku, [$0]) })
      #expect(try decoder.decode([CodedShop.Line].self, from: encoder.encode(lines)) == lines, "\(Seed.replay)")
      #expect(
        try decoder.decode([String: [CodedShop.Line]].self, from: encoder.encode(named)) == named, "\(Seed.replay)")
    }
  }

  @Test("nil is absent from a map and null in a list; absent, nil and null decode as nil")
  func nils() throws {
    #expect(try encoder.encode(["a": nil, "b": 1] as [String: Int?]) == ["b": 1])
    #expect(try encoder.encode([nil, 1] as [Int?]) == [.null, 1])
    #expect(try encoder.encode(nil as Int?) == .none)
    #expect(try decoder.decode([Int?].self, from: [.null, 1]) == [nil, 1])
    #expect(try decoder.decode(Int?.self, from: .none) == nil)
    let line = try decoder.decode(
      CodedShop.Line.self, from: ["sku": "A", "qty": 1, "note": .null, "price": 0, "isGift": true])
    #expect(line.note == nil)
  }

  @Test("an empty table is an empty array and an empty map")
  func empty() throws {
    #expect(try decoder.decode([Int].self, from: .map([:])) == [])
    #expect(try decoder.decode([String: Int].self, from: .list([])) == [:])
    #expect(try encoder.encode([Int]()) == .list([]))
    #expect(try encoder.encode([String: Int]()) == .map([:]))
  }

  @Test("a number decodes as an integer or a float, depending on the type")
  func numbers() throws {
    #expect(try decoder.decode([Int].self, from: [1, 2.0]) == [1, 2])
    #expect(try decoder.decode([Double].self, from: [1, 2.5]) == [1, 2.5])
    #expect(try decoder.decode([Float].self, from: [1, 0.1]) == [1, 0.1])
    #expect(try decoder.decode([UInt8].self, from: encoder.encode([0, 255] as [UInt8])) == [0, 255])
    #expect(try encoder.encode(UInt64(Int64.max)) == .integer(.max))
    #expect(try decoder.decode(Int64.self, from: .integer(.min)) == .min)
  }

  @Test("nested containers and a superclass's container are decoded")
  func nested() throws {
    let box = CodedBox(width: 3, tags: ["a", "b"], label: "L")
    let value = try encoder.encode(box)
    #expect(value == ["size": ["width": 3], "tags": [["a"], ["b"]], "super": ["label": "L"]])
    let decoded = try decoder.decode(CodedBox.self, from: value)
    #expect(decoded.width == 3)
    #expect(decoded.tags == ["a", "b"])
    #expect(decoded.label == "L")
  }

  @Test("a large dictionary is sorted once")
  func large() throws {
    let numbers = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("key \($0)", $0) })
    #expect(try decoder.decode([String: Int].self, from: encoder.encode(numbers)) == numbers)
  }
}
