/// The visible part of a list or table.
public struct ScreenRows: Sendable, Equatable {
  public let rows: [ScreenRow]
  /// The position of the first visible row, counted from 1.
  public let first: Int
  /// The number of all rows.
  public let count: Int
}
