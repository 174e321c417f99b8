import HostTesting
import LuaRuntime
import Testing
import UDF
import UDFHost

@Suite("The handle of a host")
struct HandleTests {
  @Test("sends an action of the user, which undo removes alone")
  func undoable() throws {
    let app = try TestHost(["counter": Source.counter])
    app.host.handle.send("counter/inc", ["by": 1])
    app.host.handle.send("counter/inc", ["by": 10], byUser: true)
    app.host.poll()
    #expect(try app.host.value(at: "counter.count") == 11)
    try app.host.undo()
    #expect(try app.host.value(at: "counter.count") == 1)
    #expect(failure { try app.host.undo() } != "", "an action of the program is not the user's")
  }

  @Test("sends an action of a native feature with its own type")
  func typed() throws {
    let app = try TestHost([
      "app": "return require('udf').app { name = 'a', features = { require('udf').native 'clicks' } }"
    ]) {
      $0.features = [Clicks()]
    }
    try app.host.handle.send(.click(by: 2), of: Clicks())
    app.host.poll()
    #expect(try app.host.value(at: "clicks.count") == 2)
  }

  @Test("a value is read as a type of the program, and an error names the field that does not fit")
  func decoded() throws {
    struct Counter: Decodable { var count: Int }
    struct Other: Decodable { var count: String }
    let app = try TestHost(["counter": Source.counter])
    try app.host.send("counter/inc", ["by": 3])
    #expect(try app.host.value(at: "counter", as: Counter.self).count == 3)
    #expect(try app.host.value(at: "counter.count", as: Int.self) == 3)
    #expect(try app.host.value(at: "counter.count").integer == 3)
    let error = #expect(throws: ValueCodingError.self) { try app.host.value(at: "counter", as: Other.self) }
    #expect(error?.description == "count: must be a string, got number 3")
  }
}

private struct Clicks: NativeFeature {
  struct State: Sendable { var count = 0 }
  enum Action: Codable, Sendable { case click(by: Int) }
  let name = "clicks"
  let initialState = State()
  let actions: Record = ["click": ["by": "integer"]]
  let fields: [StateField<State>] = [.value("count", \.count)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    if case .click(let by) = action { state.count += by }
    return .none
  }
}
