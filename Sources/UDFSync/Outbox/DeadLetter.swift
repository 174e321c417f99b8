/// A mutation that the server has refused for good, kept until somebody takes it away.
public struct DeadLetter: Sendable, Hashable {
  public let mutation: Mutation
  /// The server's word for why, for a program.
  public let code: String
  /// Why, for a person.
  public let message: String

  public init(_ mutation: Mutation, code: String, message: String) {
    self.mutation = mutation
    self.code = code
    self.message = message
  }
}
