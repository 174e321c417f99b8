import LuaRuntime

/// A method of a service: what scripts give it, what it gives back, and what it does.
///
/// Types are those of declared actions: `"string"`, `"integer?"`, `["string"]` for a list, `["name": "string"]` for a record.
/// Scripts give the arguments by position or as one table by name; those that do not fit never reach the method. Where the
/// first argument may itself be a table, one table counts as named only if it is a whole call: every key the name of an
/// argument, and each that is required there and fitting. Where the first is `"any"`, arguments are by position only. What
/// the method throws is raised in the script as `{ code, message, service, method }`.
public struct ServiceMethod {
  public let name: String
  /// Names and types, in the order in which scripts may give them.
  public let parameters: [(name: String, type: Value)]
  /// The type of what it gives; `.none`: nothing.
  public let result: Value
  /// One line that says what it does, with units.
  public let doc: String
  package let body: Body

  package enum Body {
    case immediate((ServiceCall) throws -> Value)
    /// What is done at once gives what is to be awaited.
    case awaiting((ServiceCall) throws -> @Sendable () async throws -> Value)
    /// Values one batch after the other, an empty one at the end.
    case streaming((ServiceCall) throws -> @Sendable () async throws -> [Value])
  }

  /// A method that answers at once, on the host's owner.
  public init(
    _ name: String, _ parameters: KeyValuePairs<String, Value> = [:], returns result: Value = .none, doc: String = "",
    _ body: @escaping (ServiceCall) throws -> Value
  ) {
    self.init(name, parameters, result, doc, .immediate(body))
  }

  /// A method that takes its time, off the owner; scripts that call it wait. Its task is cancelled with the effect.
  public init(
    awaiting name: String, _ parameters: KeyValuePairs<String, Value> = [:], returns result: Value = .none,
    doc: String = "", _ body: @escaping @Sendable (ServiceCall) async throws -> Value
  ) {
    self.init(name, parameters, result, doc, .awaiting { call in { try await body(call) } })
  }

  /// A method of both kinds: `body` is called on the owner, in the order of the calls, and gives what scripts wait for.
  ///
  /// For what must happen in the order in which scripts ask for it, as writing does: two effects that wait at a time are
  /// otherwise served in any order.
  public init(
    starting name: String, _ parameters: KeyValuePairs<String, Value> = [:], returns result: Value = .none,
    doc: String = "", _ body: @escaping (ServiceCall) throws -> @Sendable () async throws -> Value
  ) {
    self.init(name, parameters, result, doc, .awaiting(body))
  }

  /// A method that gives an iterator: `body` is called on the owner and gives a function that gives the next values, off the
  /// owner, none at the end. Scripts wait for them; the function is not called again before it has answered, nor once it has
  /// thrown. Its task is cancelled when the iterator is closed: with the loop through it, and with the effect that asked for it.
  public init(
    streaming name: String, _ parameters: KeyValuePairs<String, Value> = [:], of result: Value = "any",
    doc: String = "", _ body: @escaping (ServiceCall) throws -> @Sendable () async throws -> [Value]
  ) {
    self.init(name, parameters, result, doc, .streaming(body))
  }

  private init(
    _ name: String, _ parameters: KeyValuePairs<String, Value>, _ result: Value, _ doc: String, _ body: Body
  ) {
    self.name = name
    self.parameters = parameters.map { ($0.key, $0.value) }
    self.result = result
    self.doc = doc
    self.body = body
  }
}
