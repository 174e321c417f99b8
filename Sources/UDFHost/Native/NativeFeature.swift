import LuaRuntime
import UDF

/// A feature with state and reducer in Swift. To other features and the console, it looks like one written in Lua.
///
/// The app lists it as `udf.native "todos"`. Its actions are sent, logged, undone and completed like all others, and
/// other features read its ``fields``. If its reducer throws, the action is refused and the state is unchanged. An
/// action that is `Codable` is converted from and to plain data automatically.
///
/// **Speed.** `Codable` is convenient but slow. For thousands of actions a second, write three functions by hand. The
/// host calls ``action(_:_:)`` for each action of a script, ``shortName(of:)`` for each action that Swift sends as a
/// value, and ``plain(_:)`` if such an action is needed as plain data: if the app has middleware or effects for it,
/// other features handle it, or the program observes ``AppHost/observe(actions:_:)`` or records the session. Otherwise the value is
/// reduced and kept in the history without a conversion.
///
/// An action in plain data is validated against ``actions``. A value is validated only if the declaration of a field is
/// more than one word (`"integer?"`): a choice, a list or a record. Otherwise only the first value of each action is,
/// because Swift's types ensure the rest: declare `"integer"` for an `Int` and `"integer?"` for an `Int?`.
///
/// Build with optimisation (`-c release`), and keep the feature a concrete type: the host's part of a dispatch is
/// compiled together with it. A large collection belongs in an `EntityTable`. Read it in place, `state.items["a"]`,
/// because after a copy to a variable the next write copies the part that it changes.
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
  /// The declared fields of each action by its short name, as in Lua: `["add": ["sku": "string", "qty": "integer?"]]`.
  var actions: Record { get }
  /// The fields of the state for scripts, subscribers and change lists, in the order of their declaration.
  var fields: [StateField<State>] { get }
  /// The version of the reducer for a shared log; the default is 1. Hosts reduce the log alike only with the same version: increase
  /// it when the reducer does something else with the same action.
  var logVersion: Int { get }

  /// Changes the state and returns the effect to run. An error that it throws rejects the action: the state is
  /// unchanged, and the host reports the error's description.
  func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action>

  /// Makes an action from its short name and its fields, which fit their declaration. Throws if they cannot be decoded.
  func action(_ name: String, _ fields: PackedRecord) throws -> Action
  /// Returns the short name and the fields of an action; the inverse of ``action(_:_:)``.
  func plain(_ action: Action) throws -> (name: String, fields: Record)
  /// Returns the short name of ``plain(_:)`` without the fields. The default uses the action's `Encodable`, or else
  /// ``plain(_:)``; a `switch` that returns literals is many times faster.
  func shortName(of action: Action) throws -> String

  // Called by the host; see NativeCore. A feature does not implement these.
  static func _number(of action: Action, in core: NativeCore<Self>) throws -> Int?
  static func _reduce(number: Int, in core: NativeCore<Self>) throws -> Range<Int>
  static func _reduce(_ action: Action, in core: NativeCore<Self>) throws -> Range<Int>
}

extension NativeFeature {
  var fieldNames: [String] { fields.map(\.name) }

  public var logVersion: Int { 1 }

  public func shortName(of action: Action) throws -> String { try plain(action).name }
}

extension NativeFeature where Action: Decodable {
  public func action(_ name: String, _ fields: PackedRecord) throws -> Action {
    try ValueDecoder().action(Action.self, name: name, fields: fields)
  }
}

extension NativeFeature where Action: Encodable {
  public func plain(_ action: Action) throws -> (name: String, fields: Record) { try ValueEncoder().action(action) }

  public func shortName(of action: Action) throws -> String {
    // The name cannot be read from another encoding, so `plain` returns it.
    if let name = try ValueEncoder().name(of: action) { return name }
    return try plain(action).name
  }
}
