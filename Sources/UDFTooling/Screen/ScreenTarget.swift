import LuaRuntime

/// An element that can be tapped: a row, a button, or the retry of an error.
public struct ScreenTarget: Sendable, Equatable {
  /// The number for tapping it, counted from 1 from the top of the screen.
  public let number: Int
  /// The visible text.
  public let label: String
  /// The event that a tap raises: `feature.event`, or an event of the scene, `tap`.
  public let event: String
  public let fields: Record
}
