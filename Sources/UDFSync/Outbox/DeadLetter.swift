/// A mutation that was refused for good. The cache keeps it until the app retries, amends or buries it.
public struct DeadLetter: Sendable, Hashable {
  /// What was refused; ``Mutation/id`` names the dead letter.
  public let mutation: Mutation
  /// Why, for a program: the server's code, `refused` for a request that was refused as a whole, or `conflict`.
  public let code: String
  /// Why, for a person.
  public let message: String
  /// When the refusal was written down, in seconds since 1970 by this machine's clock; nil: an earlier version wrote it.
  public let since: Double?

  public init(_ mutation: Mutation, code: String, message: String, since: Double? = nil) {
    self.mutation = mutation
    self.code = code
    self.message = message
    self.since = since
  }

  /// The dead letter that a refusal makes of a mutation.
  init(_ mutation: Mutation, _ refusal: Refusal) {
    self.init(mutation.unsent, code: refusal.code, message: refusal.message, since: refusal.since)
  }

  /// The mutation that takes the dead letter's place.
  func revived(by revival: Revival) -> Mutation {
    Mutation(revival, mutation.operation, mutation.key, body: revival.body ?? mutation.body)
  }
}
