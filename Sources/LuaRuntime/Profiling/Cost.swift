/// What one reducer, view, computed value or effect has cost while it was measured.
public struct Cost: Sendable, Equatable {
  public enum Kind: String, Sendable {
    case reducer, view, computed, effect
  }

  public var kind: Kind
  /// The action of a reducer or effect, `cart/add`; a reaction likewise, `cart/save`; the feature or scene of a view; `cart.total`.
  public var name: String
  /// How often it ran; of an effect how often it began.
  public var calls = 0
  /// In all, without the time of other measured functions that ran meanwhile. Of an effect without its waits; of an effect in
  /// Swift only what the host's owner spends on starting it, because its tasks run on other threads.
  public var seconds = 0.0
  /// The longest that it held everything up, in seconds: of an effect the longest stretch between two waits.
  public var worst = 0.0
  /// What its Lua code asked for, collected since or not.
  public var bytes = 0

  public init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  /// Seconds of one call.
  public var mean: Double { seconds / Double(max(1, calls)) }
}
