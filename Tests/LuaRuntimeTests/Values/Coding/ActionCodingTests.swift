import Dispatch
import LuaRuntime
import Testing

@Suite("Enum actions as a name and fields")
struct ActionCodingTests {
  enum CounterAction: Codable, Equatable {
    case inc(by: Int?)
    case reset
    case add(CodedShop.Line)
    case move(from: Int, to: Int)

    enum Name: CodingKey { case move, from, to, type }
  }

  enum ListedAction: Codable {
    case inc(by: Int)
    case reset

    enum CodingKeys: CodingKey, CaseIterable { case inc, reset }
  }

  @Test(
    "an action is encoded and decoded",
    arguments: [
      (CounterAction.inc(by: 2), "inc", ["by": 2]), (.inc(by: nil), "inc", [:]), (.reset, "reset", [:]),
      (.move(from: 1, to: 3), "move", ["from": 1, "to": 3]),
      (
        .add(.init(sku: "A1", qty: 1)), "add",
        ["_0": ["sku": "A1", "qty": 1, "price": 0.0, "isGift": false]]
      ),
    ] as [(CounterAction, String, Record)])
  func roundTrip(action: CounterAction, name: String, fields: Record) throws {
    let parts = try ValueEncoder().action(action)
    #expect(parts.name == name)
    #expect(parts.fields == fields)
    #expect(try ValueDecoder().action(CounterAction.self, name: name, fields: fields) == action)
    #expect(try ValueDecoder().action(CounterAction.self, name: name, fields: sent(fields)) == action)
  }

  /// The fields as a script sends them, with the action's type.
  private func sent(_ fields: Record) -> PackedRecord { PackedRecord(fields).merging(["type": "counter/any"]) }

  private func refusal<A: Decodable>(_ type: A.Type, _ name: String, _ fields: Record) -> String {
    let errors = [
      #expect(throws: ValueCodingError.self) { try ValueDecoder().action(type, name: name, fields: fields) },
      #expect(throws: ValueCodingError.self) { try ValueDecoder().action(type, name: name, fields: sent(fields)) },
    ]
    #expect(errors[0] == errors[1])
    return errors[0]?.description ?? ""
  }

  /// Decodes in its own way, which asks for all that a container has.
  private struct OwnAction: Decodable, Equatable {
    let all: [String: [String: Int]]
    let keys: [String]
    let has: [Bool]
    let type: String?

    init(from decoder: any Decoder) throws {
      all = try decoder.singleValueContainer().decode([String: [String: Int]].self)
      let cases = try decoder.container(keyedBy: CounterAction.Name.self)
      let fields = try cases.nestedContainer(keyedBy: CounterAction.Name.self, forKey: .move)
      keys = cases.allKeys.map(\.stringValue) + fields.allKeys.map(\.stringValue)
      has = [
        cases.contains(.move), cases.contains(.from), try cases.decodeNil(forKey: .from), fields.contains(.from),
        try cases.decode([String: Int].self, forKey: .move) == all["move"],
        try fields.superDecoder(forKey: .from).singleValueContainer().decode(Int.self) == 1,
      ]
      type = try fields.decodeIfPresent(String.self, forKey: .type)
    }
  }

  /// A field that codes other actions while it is coded.
  private struct Nested: Codable, Equatable {
    var inner: CounterAction

    init(_ inner: CounterAction) { self.inner = inner }

    init(from decoder: any Decoder) throws {
      let fields = PackedRecord(["from": 7, "to": 8])
      inner = try ValueDecoder().action(CounterAction.self, name: "move", fields: fields)
      _ = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      #expect(try ValueEncoder().name(of: inner) == "move")
      var container = encoder.singleValueContainer()
      try container.encode(1)
    }
  }

  private enum NestingAction: Codable, Equatable { case put(Nested, at: Int) }

  @Test("a field may code another action")
  func nested() throws {
    let action = NestingAction.put(Nested(.move(from: 7, to: 8)), at: 2)
    for _ in 0..<3 {
      #expect(try ValueEncoder().name(of: action) == "put")
      #expect(try ValueDecoder().action(NestingAction.self, name: "put", fields: sent(["_0": 1, "at": 2])) == action)
      #expect(
        throws: ValueCodingError.self
      ) { try ValueDecoder().action(NestingAction.self, name: "put", fields: sent(["_0": "x", "at": 2])) }
    }
  }

  @Test("threads code actions at the same time, and release their coders at their end")
  func threads() {
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      for round in 0..<100 {
        let fields = sent(["from": .integer(Int64(number)), "to": .integer(Int64(round))])
        let action = try? ValueDecoder().action(CounterAction.self, name: "move", fields: fields)
        #expect(action == .move(from: number, to: round))
      }
    }
  }

  @Test("an action with its own decoding gets the same from fields in byte form, without their type")
  func own() throws {
    let fields: Record = ["from": 1, "to": 3]
    let action = try ValueDecoder().action(OwnAction.self, name: "move", fields: fields)
    #expect(try ValueDecoder().action(OwnAction.self, name: "move", fields: sent(fields)) == action)
    #expect(action.all == ["move": ["from": 1, "to": 3]])
    #expect(action.keys == ["move", "from", "to"])
    #expect(action.has == [true, false, true, true, true, true])
    #expect(action.type == nil)
  }

  @Test("the error for a wrong field names the field")
  func fields() {
    #expect(refusal(CounterAction.self, "inc", ["by": "x"]) == #"by: must be an integer, got string "x""#)
    #expect(refusal(CounterAction.self, "move", ["from": 1]) == "to is missing; it must be an integer")
    #expect(refusal(CounterAction.self, "add", ["_0": ["sku": 1]]) == "_0.sku: must be a string, got number 1")
  }

  @Test("the error for an unknown case names it, and the known cases if the enum lists them")
  func unknown() {
    #expect(refusal(CounterAction.self, "incc", [:]) == #"there is no case "incc""#)
    #expect(refusal(ListedAction.self, "incc", [:]) == #"there is no case "incc"; the cases are inc, reset"#)
  }

  @Test("a value that is not an enum is refused as an action")
  func noEnum() {
    let error = #expect(throws: ValueCodingError.self) { try ValueEncoder().action(3) }
    #expect(
      error?.description
        == "Int is not an enum with a Codable that the compiler synthesises; it encodes as number 3")
  }
}
