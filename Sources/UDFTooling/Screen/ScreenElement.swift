/// An element of a screen. A screen lists its elements from top to bottom.
public enum ScreenElement: Sendable, Equatable {
  case title(String, subtitle: String?)
  case text(String, ScreenStyle)
  case row(ScreenRow)
  case list(ScreenRows)
  case table([ScreenColumn], ScreenRows)
  case fields([ScreenField])
  case progress(done: Double, total: Double, label: String)
  case empty(String)
  /// An error, and the target that tries again.
  case error(String, ScreenTarget?)
  case button(ScreenTarget)
  case divider
}
