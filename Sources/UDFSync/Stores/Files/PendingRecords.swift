/// The records of a file's outbox and dead letters.
struct PendingRecords {
  var outbox: [MutationRecord] = []
  var deadLetters: [MutationRecord] = []

  /// Returns the outbox and the dead letters. Mutations without a client name get the name `former`.
  func read(_ former: String) -> (outbox: [Mutation], deadLetters: [DeadLetter]) {
    (outbox.map { $0.mutation(former) }, deadLetters.map { $0.deadLetter(former) })
  }

  /// The changes that a cache keeps if the head of its file is unreadable.
  ///
  /// In format 1 the client name is in the head, so the mutations get a new name. Acknowledged mutations are left out,
  /// because the server would make them again under the new name.
  var orphans: KeptChanges {
    var kept = self
    kept.outbox.removeAll { $0.client == nil && $0.isAcknowledged == true }
    let (outbox, deadLetters) = kept.read(.randomClient())
    return KeptChanges(orphans: outbox, deadLetters: deadLetters)
  }
}
