import LuaRuntime

/// A call of a service by an effect, as the effect saw it: of a service in Lua, not what that calls itself.
struct WitnessedCall {
  enum Outcome {
    case values([Value])
    /// An iterator, whose loop has ended.
    case items([Value])
    case raised(Value)
  }

  /// Counts from 1.
  let number: Int
  let service: String
  let method: String
  let arguments: [Value]
  /// The number of the action whose effect calls, nil if none did.
  let action: Int?
  /// Seconds, by the host's clock.
  let time: Double
  /// nil until it has come.
  var outcome: Outcome?
}
