/// The part of a list or table that a screen shows.
public struct ScreenRows: Sendable, Equatable {
  public let rows: [ScreenRow]
  /// The position of the first of them, counted from 1.
  public let first: Int
  /// How many rows there are in all.
  public let count: Int
}
