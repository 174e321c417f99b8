/// One of the things that a screen is made of, from top to bottom.
public enum ScreenElement: Sendable, Equatable {
  case title(String, subtitle: String?)
  case text(String, ScreenStyle)
  case row(ScreenRow)
  case list(ScreenRows)
  case table([ScreenColumn], ScreenRows)
  case fields([ScreenField])
  case progress(done: Double, total: Double, label: String)
  case empty(String)
  /// What went wrong, and what tries again.
  case error(String, ScreenTarget?)
  case button(ScreenTarget)
  case divider
}
