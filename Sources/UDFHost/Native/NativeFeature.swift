import LuaRuntime
import UDF

/// A feature whose state and reducer are Swift; from outside it looks like one written in Lua.
///
/// The app lists it as `udf.native "todos"`. Its actions are sent, logged, undone and completed like all others, other
/// features read its ``fields``, and what its reducer throws refuses the action and changes nothing. An action that is
/// `Codable` comes from and goes to plain data by itself; write ``action(_:_:)`` and ``plain(_:)`` by hand where speed
/// counts.
///
///     struct Counter: NativeFeature {
///       struct State { var count = 0 }
///       enum Action: Codable, Sendable { case inc(by: Int?) }
///
///       let name = "counter"
///       let initialState = State()
///       let actions: Record = ["inc": ["by": "integer?"]]
///       let fields: [StateField<State>] = [.value("count", \.count)]
///
///       func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action> {
///         switch action {
///         case .inc(let by): state.count += by ?? 1
///         }
///         return .none
///       }
///     }
public protocol NativeFeature<State, Action>: Sendable {
  associatedtype State
  associatedtype Action: Sendable

  /// A Lua name, unique in the app.
  var name: String { get }
  var initialState: State { get }
  /// From each action's short name to its declared fields, written as in Lua: `["add": ["sku": "string", "qty": "integer?"]]`.
  var actions: Record { get }
  /// What scripts, subscribers and change lists see of the state, in the order of their declaration.
  var fields: [StateField<State>] { get }

  /// Changes the state and returns the work to do next. What it throws refuses the action: nothing has changed then, and
  /// the error's description is told.
  func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action>

  /// The action with a short name and its fields, which fit their declaration. Throws what does not decode.
  func action(_ name: String, _ fields: PackedRecord) throws -> Action
  /// The short name and the fields of an action; the inverse of ``action(_:_:)``.
  func plain(_ action: Action) throws -> (name: String, fields: Record)
}

extension NativeFeature {
  var fieldNames: [String] { fields.map(\.name) }
}

extension NativeFeature where Action: Decodable {
  public func action(_ name: String, _ fields: PackedRecord) throws -> Action {
    var record = fields.record
    record["type"] = .none
    return try ValueDecoder().action(Action.self, name: name, fields: record)
  }
}

extension NativeFeature where Action: Encodable {
  public func plain(_ action: Action) throws -> (name: String, fields: Record) { try ValueEncoder().action(action) }
}
