import LuaRuntime

/// Something outside the state that effects may use if their feature lists it in `uses`: declared once, for scripts that call
/// it, for the prompt that completes it and for errors that quote it.
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
  /// One line that says what it is.
  public let doc: String
  public let methods: [ServiceMethod]

  public init(_ name: String, doc: String = "", _ methods: [ServiceMethod]) {
    self.name = name
    self.doc = doc
    self.methods = methods
  }
}
