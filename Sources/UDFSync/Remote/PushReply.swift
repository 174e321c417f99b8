/// The outcomes of mutations in the order of the request; the engine sends those again that are missing at the end.
public struct PushReply: Sendable, Hashable {
  public enum Outcome: Sendable, Hashable {
    /// Made. What the row became is not known before a page shows it.
    case applied
    /// Made, and this is the row as the server has it when it answers. A row that was put may have another key than the mutation:
    /// the server has given it, and all that waits for the row follows. A version of 0 is later than any other. For a mutation that
    /// was made before, a remote gives the present row or ``applied``: the row of then may have been deleted since.
    case stored(RowChange)
    /// Made, and the server has given the row this key; the row is not at hand, or gone.
    case keyed(GivenKey)
    /// Not made, because the server's row is no longer the one that the mutation was sent with, ``PushRequest/bases``. The engine
    /// pulls, asks the conflict policy about the mutation, and sends it again.
    case conflict
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
