import HostTesting
import Testing
import UDF
import UDFHost

@Suite("features that a program provides")
struct RegisteredFeatureTests {
  private enum Order: Codable, Sendable {
    case add(sku: String, qty: Int?)
    case tag(names: [String], size: Size)
    case clear
  }

  private enum Size: String, Codable, Sendable { case small, large }

  private struct Orders: NativeFeature {
    struct State: Sendable { var count = 0 }

    let name = "orders"
    let initialState = State()
    let actions: Record
    let fields: [StateField<State>] = [.value("count", \.count)]

    func reduce(_ state: inout Recorded<State>, _ action: Order) -> Effect<Order> { .none }
  }

  private static let whole: Record = [
    "add": ["sku": "string", "qty": "integer?"], "tag": ["names": ["string"], "size": ["__enum": ["small", "large"]]],
    "clear": [:],
  ]

  private static func app(_ changes: Record, replacing: Bool = false) throws -> TestHost {
    var actions = whole
    for (name, fields) in changes { actions[name] = fields }
    return try TestHost([
      "app": #"local udf = require "udf" return udf.app { name = "x", features = { udf.native "orders" } }"#
    ]) { $0.features = [Orders(actions: actions)] }
  }

  @Test("declare the actions of their Codable type, or leave the content of a field open")
  func fitting() throws {
    _ = try Self.app([:])
    _ = try Self.app(["add": ["sku": "any", "qty": "integer?"], "tag": ["names": "table", "size": "string"]])
  }

  static let wrong: [(Record, String)] = [
    (
      ["add": ["sku": "number", "qty": "integer?"]],
      "add does not fit the feature's Action: sku: must be a string, got number 1"
    ),
    (["add": ["sku": "string?"]], "add does not fit the feature's Action: sku is missing; it must be a string"),
    (
      ["add": ["sku": "string", "count": "integer"]],
      "add does not fit the feature's Action: it has no \"count\". Known names: sku."
    ),
    (["remove": [:]], "remove does not fit the feature's Action: there is no case \"remove\""),
  ]

  @Test("keep secrets in their own state; a field that is declared secret is refused")
  func secret() {
    let error = #expect(throws: HostError.self) {
      _ = try Self.app(["add": ["sku": ["__secret": "string"], "qty": "integer?"]])
    }
    #expect(
      error?.message.hasSuffix(
        """
        actions.add: udf.secret is for features in Lua
          To fix this, keep it in a field of the Swift state that the feature's fields do not show.
        """) == true, "\(String(describing: error))")
  }

  @Test("that declare an action which their type does not have are refused when the host is made", arguments: wrong)
  func misfitting(_ changes: Record, _ problem: String) {
    #expect(
      failure { _ = try Self.app(changes) } == """
        app.lua:1: orders: actions.\(problem)
          To fix this, declare its fields as the case of the Swift type has them.
        """)
  }

  @Test("that the app does not have are reported")
  func unlisted() throws {
    let app = try TestHost(["counter": Source.counter]) {
      $0.features = [Orders(actions: Self.whole)]
      $0.replacements = [Orders(actions: Self.whole)]
    }
    #expect(
      app.logs == [
        "warning HostConfiguration.features: the app has no feature \"orders\". To fix this, list it in the app by "
          + "udf.native, or do not register it",
        "warning HostConfiguration.replacements: the app has no feature \"orders\". To fix this, give it the name of "
          + "the feature that it replaces",
      ])
  }
}
