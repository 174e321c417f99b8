/// A column of a table.
public struct ScreenColumn: Sendable, Equatable {
  public let title: String
  public let isRightAligned: Bool
}
