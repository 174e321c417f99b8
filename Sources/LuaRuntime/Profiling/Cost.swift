/// The measured cost of one reducer, view, computed value, middleware or effect.
public struct Cost: Sendable, Equatable {
  public enum Kind: String, Sendable {
    case reducer, view, computed, middleware, effect
  }

  public var kind: Kind
  /// The action of a reducer, effect or reaction; the feature or scene of a view; a computed value's path; the
  /// name of a middleware.
  public var name: String
  /// The number of runs; for an effect the number of starts.
  public var calls = 0
  /// The total time in seconds, without other measured functions that ran inside. For an effect without its waits. For
  /// an effect in Swift only its start, because its tasks run on other threads.
  public var seconds = 0.0
  /// The longest time in seconds without a break; for an effect the longest time between two waits.
  public var worst = 0.0
  /// The bytes that its Lua code allocated, whether freed since or not.
  public var bytes = 0

  public init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// Seconds of one call.
  public var mean: Double { seconds / Double(max(1, calls)) }
}
