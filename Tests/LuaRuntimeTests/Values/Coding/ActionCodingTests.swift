import LuaRuntime
import Testing

@Suite("Enum actions as a name and fields")
struct ActionCodingTests {
  enum CounterAction: Codable, Equatable {
    case inc(by: Int?)
    case reset
    case add(CodedShop.Line)
    case move(from: Int, to: Int)
  }

  enum ListedAction: Codable {
    case inc(by: Int)
    case reset

    enum CodingKeys: CodingKey, CaseIterable { case inc, reset }
  }

  @Test(
    "an action comes apart and back together",
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
  }

  private func refusal<A: Decodable>(_ type: A.Type, _ name: String, _ fields: Record) -> String {
    let error = #expect(throws: ValueCodingError.self) {
      try ValueDecoder().action(type, name: name, fields: fields)
    }
    return error?.description ?? ""
  }

  @Test("a wrong field is told by its own name")
  func fields() {
    #expect(refusal(CounterAction.self, "inc", ["by": "x"]) == #"by: must be an integer, got string "x""#)
    #expect(refusal(CounterAction.self, "move", ["from": 1]) == "to is missing; it must be an integer")
    #expect(refusal(CounterAction.self, "add", ["_0": ["sku": 1]]) == "_0.sku: must be a string, got number 1")
  }

  @Test("an unknown case is named, with those there are if the enum lists them")
  func unknown() {
    #expect(refusal(CounterAction.self, "incc", [:]) == #"there is no case "incc""#)
    #expect(refusal(ListedAction.self, "incc", [:]) == #"there is no case "incc"; the cases are inc, reset"#)
  }

  @Test("what is no enum is refused as an action")
  func noEnum() {
    let error = #expect(throws: ValueCodingError.self) { try ValueEncoder().action(3) }
    #expect(
      error?.description
        == "Int is no enum with the Codable that the compiler synthesises; it encodes as number 3")
  }
}
