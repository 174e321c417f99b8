/// A row of a screen.
public struct ScreenRow: Sendable, Equatable {
  /// For a table, one text for each column; for a list, the text and the optional detail.
  public let cells: [String]
  public let isSelected: Bool
  /// nil if the row cannot be tapped.
  public let target: ScreenTarget?
}
