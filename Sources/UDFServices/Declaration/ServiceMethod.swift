import LuaRuntime

/// A method of a service: its parameters, its result type and its implementation.
///
/// Types are those of declared actions: `"string"`, `"integer?"`, `["string"]` for a list, `["name": "string"]` for a record.
/// Scripts pass the arguments by position, or by name in one table. Arguments are checked before the method is called. If the
/// first parameter accepts a table, a single table counts as named arguments only if every key is the name of a parameter and
/// all required arguments are present with the right type. If the first parameter is `"any"`, arguments are positional only. An
/// error that the method throws is raised in the script as `{ code, message, service, method }`.
public struct ServiceMethod {
  public let name: String
  /// Names and types, in positional order.
  public let parameters: [(name: String, type: Value)]
  /// The type of the result; `.none` if there is none.
  public let result: Value
  /// A one-line description, with units.
  public let doc: String
  package let body: Body

  package enum Body {
    case immediate((ServiceCall) throws -> Value)
    /// The outer function runs at once, and returns the function to await.
    case awaiting((ServiceCall) throws -> @Sendable () async throws -> Value)
    /// The returned function returns one batch of values per call; an empty batch is the end.
    case streaming((ServiceCall) throws -> @Sendable () async throws -> [Value])
  }

  /// A method that returns at once. It runs on the host's owner.
  public init(
    _ name: String, _ parameters: KeyValuePairs<String, Value> = [:], returns result: Value = .none, doc: String = "",
    _ body: @escaping (ServiceCall) throws -> Value
  ) {
    self.init(name, parameters, result, doc, .immediate(body))
  }

  /// An asynchronous method, which runs off the owner while the calling script waits. Its task is cancelled with the effect.
  public init(
    awaiting name: String, _ parameters: KeyValuePairs<String, Value> = [:], returns result: Value = .none,
    doc: String = "", _ body: @escaping @Sendable (ServiceCall) async throws -> Value
  ) {
    self.init(name, parameters, result, doc, .awaiting { call in { try await body(call) } })
  }

  /// A method with two parts: `body` runs on the owner, in the order of the calls, and returns the function that scripts wait for.
  ///
  /// Use it for work that must keep the order of the calls, such as writing. Asynchronous methods of concurrent effects run in
  /// any order.
  public init(
    starting name: String, _ parameters: KeyValuePairs<String, Value> = [:], returns result: Value = .none,
    doc: String = "", _ body: @escaping (ServiceCall) throws -> @Sendable () async throws -> Value
  ) {
    self.init(name, parameters, result, doc, .awaiting(body))
  }

  /// A method that returns an iterator. `body` runs on the owner, and returns a function that runs off the owner and returns the next
  /// values, none at the end. Scripts wait for them. The function is not called again before it has returned, or after it has
  /// thrown. Its task is cancelled when the iterator is closed, which happens at the end of its loop and of its effect.
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
