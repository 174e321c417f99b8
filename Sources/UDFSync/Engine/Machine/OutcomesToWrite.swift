extension SyncMachine {
  /// The outcomes of a push that are not written yet.
  struct OutcomesToWrite: Sendable, Hashable {
    /// By the ids of the mutations.
    let outcomes: [Int64: PushReply.Outcome]
    /// The mutations and dead letters that may hold keys which the server has replaced; nil: not looked up yet.
    var waiting: [Mutation]?
    var letters: [DeadLetter] = []
    /// The rows under the former keys, and those of conflicts that no pull may resolve.
    var rows: [StoredRow] = []
    /// Rows that may refer to the former keys.
    var mentioning: [StoredRow] = []

    init(_ outcomes: [Int64: PushReply.Outcome]) { self.outcomes = outcomes }
  }
}
