/// What has become of mutations, in their order; those that are missing at the end are to be sent again.
public struct PushReply: Sendable, Hashable {
  public enum Outcome: Sendable, Hashable {
    case applied
    /// Refused for good: to send it again would give the same.
    case rejected(code: String, message: String)
  }

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
