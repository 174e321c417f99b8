/// A mutation that was refused for good. The cache keeps it until the app retries, amends or buries it.
public struct DeadLetter: Sendable, Hashable {
  /// The refused mutation. Its ``Mutation/id`` identifies the dead letter.
  public let mutation: Mutation
  /// The reason for programs: the server's code, `refused` for a request that was refused as a whole, or `conflict`.
  public let code: String
  /// The reason as a text for people.
  public let message: String
  /// The time at which the refusal was recorded, in seconds since 1970 by this machine's clock; nil if an earlier
  /// version recorded it.
  public let since: Double?

  public init(_ mutation: Mutation, code: String, message: String, since: Double? = nil) {
    self.mutation = mutation
    self.code = code
    self.message = message
    self.since = since
  }

  /// Makes the dead letter of a refused mutation.
  init(_ mutation: Mutation, _ refusal: Refusal) {
    self.init(mutation.unsent, code: refusal.code, message: refusal.message, since: refusal.since)
  }

  /// Returns the new mutation that replaces the dead letter.
  func revived(by revival: Revival) -> Mutation { Mutation(revival, revival.parts ?? mutation.parts) }
}
