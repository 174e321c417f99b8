import LuaRuntime

/// A service outside the state, which effects may call if their feature lists it in `uses`. Scripts, the completion of the
/// prompt and error messages all use its one declaration.
///
///     let weather = HostService(
///       "weather", doc: "What it is like outside.",
///       [
///         ServiceMethod(awaiting: "temperature", ["city": "string"], returns: "number", doc: "Degrees Celsius.") { call in
///           .number(try await station.temperature(in: call.string("city")))
///         }
///       ])
public struct HostService {
  public let name: String
  /// A one-line description.
  public let doc: String
  public let methods: [ServiceMethod]
  /// Whether its methods receive the texts of secrets. Otherwise they receive the tokens that scripts have.
  package var knowsSecrets = true

  public init(_ name: String, doc: String = "", _ methods: [ServiceMethod]) {
    self.name = name
    self.doc = doc
    self.methods = methods
  }
}
