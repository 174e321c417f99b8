import LuaRuntime
import UDF

/// A feature whose state and reducer are Swift; from outside it looks like one written in Lua.
///
/// The app lists it as `udf.native "todos"`. Its actions are sent, logged, undone and completed like all others, other
/// features read its ``fields``, and what its reducer throws refuses the action and changes nothing. An action that is
/// `Codable` comes from and goes to plain data by itself.
///
/// **Speed.** Codable is made for convenience. Where thousands of actions a second count, write three functions by hand:
/// ``action(_:_:)`` is called for each action of a script, ``shortName(of:)`` for each that Swift sends as a value, and
/// ``plain(_:)`` when such an action is needed as plain data. It is needed if the app has middleware or
/// effects for the action, other features listen to it, or the program observes ``AppHost/onEvent`` or records the
/// session. Without these a value is reduced as it is, and the history keeps it as it is. An action in plain data is
/// checked against ``actions``. A value is checked so if the declaration says more than one word (`"integer?"`) of a field:
/// a choice, a list or a record. Otherwise only the first value of each action is, because Swift's types say the rest: give
/// a field `"integer"` if it is an `Int`, `"integer?"` if it is an `Int?`.
///
/// Build with optimisation (`-c release`), and keep the feature a concrete type: the host's part of a dispatch is
/// compiled together with it. A large collection belongs in an `EntityTable`; read it in place, `state.items["a"]`, because
/// a copy in a variable makes the next write copy what it touches.
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

  /// Changes the state and returns the work to do next. An error that it throws rejects the action: the state is unchanged,
  /// and the host reports the error's description.
  func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action>

  /// The action with a short name and its fields, which fit their declaration. Throws what does not decode.
  func action(_ name: String, _ fields: PackedRecord) throws -> Action
  /// The short name and the fields of an action; the inverse of ``action(_:_:)``.
  func plain(_ action: Action) throws -> (name: String, fields: Record)
  /// The short name that ``plain(_:)`` gives, without the fields. By default it is taken from there, or from the action's
  /// `Encodable`; a `switch` that gives the names as literals is many times faster.
  func shortName(of action: Action) throws -> String

  // What the host calls; see NativeCore. A feature leaves these to their default implementations.
  static func _number(of action: Action, in core: NativeCore<Self>) throws -> Int?
  static func _reduce(number: Int, in core: NativeCore<Self>) throws -> Range<Int>
  static func _reduce(_ action: Action, in core: NativeCore<Self>) throws -> Range<Int>
}

extension NativeFeature {
  var fieldNames: [String] { fields.map(\.name) }

  public func shortName(of action: Action) throws -> String { try plain(action).name }
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

  public func shortName(of action: Action) throws -> String {
    // One that is encoded in another way is put into plain data in another way too.
    if let name = try ValueEncoder().name(of: action) { return name }
    return try plain(action).name
  }
}
