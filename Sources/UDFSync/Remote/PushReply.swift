/// The outcomes of mutations in the order of the request. The engine sends mutations again whose outcomes are missing
/// at the end.
public struct PushReply: Sendable, Hashable {
  public enum Outcome: Sendable, Hashable {
    /// Made. The next page shows the resulting row.
    case applied
    /// Made; this is the server's row at the time of the answer. A row that was put may have another key than the
    /// mutation: the server has assigned it, and the row's other mutations follow. A version of 0 counts as later than
    /// any other. For a mutation that was made earlier, a remote returns the present row or ``applied``, because the
    /// row may have been deleted since.
    case stored(RowChange)
    /// Made; the server has assigned this key to the row. The row itself is not available or was removed.
    case keyed(GivenKey)
    /// Made, a mutation of several parts: the outcome of each part in their order. Each is ``applied``, ``stored(_:)``
    /// or ``keyed(_:)``.
    indirect case all([Outcome])
    /// Not made, because the server's row differs from the row in ``PushRequest/bases`` that was sent with the
    /// mutation. The engine pulls, asks the conflict policy about the mutation, and sends it again. `rows` are the
    /// server's rows of the mutation, if the answer has them: the pull brings none that does not match
    /// ``SyncCollection/filter``.
    case conflict(rows: [RowChange] = [])
    /// Refused for good: sending it again would have the same result.
    case rejected(code: String, message: String)

    /// The outcome of one part of a mutation.
    func part(_ index: Int) -> Outcome {
      guard case .all(let parts) = self else { return self }
      return parts.indices.contains(index) ? parts[index] : .applied
    }

    /// Whether the outcome is possible for a mutation of this many parts.
    func fits(_ count: Int) -> Bool {
      switch self {
      case .applied, .conflict, .rejected: true
      case .stored, .keyed: count == 1
      case .all(let parts): parts.count == count && parts.allSatisfy(\.isOfPart)
      }
    }

    private var isOfPart: Bool {
      switch self {
      case .applied, .stored, .keyed: true
      case .all, .conflict, .rejected: false
      }
    }
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
