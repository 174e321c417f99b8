extension SyncMachine {
  /// What the server answered to a push, and is not yet written.
  struct OutcomesToWrite: Sendable, Hashable {
    /// By the ids of the mutations.
    let outcomes: [Int64: PushReply.Outcome]
    /// The mutations and dead letters that may hold keys which the server has changed; nil: not looked up yet.
    var waiting: [Mutation]?
    var letters: [DeadLetter] = []

    init(_ outcomes: [Int64: PushReply.Outcome]) { self.outcomes = outcomes }
  }
}
