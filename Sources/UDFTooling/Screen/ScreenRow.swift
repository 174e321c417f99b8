/// A row of a screen.
public struct ScreenRow: Sendable, Equatable {
  /// Of a table one for each column, else the text and, if it has one, the detail.
  public let cells: [String]
  public let isSelected: Bool
  /// nil: it cannot be tapped.
  public let target: ScreenTarget?
}
