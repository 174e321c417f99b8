import LuaRuntime

/// Something of a screen that one can tap: a row, a button, what tries again after an error.
public struct ScreenTarget: Sendable, Equatable {
  /// What it is tapped by, counted from 1 down the screen.
  public let number: Int
  /// The text that stands there.
  public let label: String
  /// The event that a tap raises: `feature.event`, or one of the scene, `tap`.
  public let event: String
  public let fields: Record
}
