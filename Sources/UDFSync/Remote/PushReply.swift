/// The outcomes of mutations in the order of the request; the engine sends those again that are missing at the end.
public struct PushReply: Sendable, Hashable {
  public enum Outcome: Sendable, Hashable {
    case applied
    /// Refused for good: to send it again would give the same.
    case rejected(code: String, message: String)
  }

  /// `id` is the mutation's ``Mutation/number``.
  public var outcomes: [(id: Int64, outcome: Outcome)]

  public init(_ outcomes: [(id: Int64, outcome: Outcome)]) { self.outcomes = outcomes }

  public static func == (left: PushReply, right: PushReply) -> Bool {
    left.outcomes.elementsEqual(right.outcomes) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    for (id, outcome) in outcomes {
      hasher.combine(id)
      hasher.combine(outcome)
    }
  }
}
