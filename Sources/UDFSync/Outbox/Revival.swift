/// That a dead letter is sent again as a new mutation, which takes its place in the same commit.
public struct Revival: Sendable, Hashable {
  /// The dead letter's id.
  public let letter: Int64
  /// The new mutation's id.
  public let id: Int64
  /// The new mutation's body; nil: that of the dead letter.
  public let body: [UInt8]?

  public init(_ letter: Int64, as id: Int64, body: [UInt8]? = nil) {
    self.letter = letter
    self.id = id
    self.body = body
  }
}
