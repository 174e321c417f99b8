/// The outbox and the dead letters of a file, as they are written there.
struct PendingRecords {
  var outbox: [MutationRecord] = []
  var deadLetters: [MutationRecord] = []

  /// Returns the outbox and the dead letters; `former` is the client name of mutations that have none.
  func read(_ former: String) -> (outbox: [Mutation], deadLetters: [DeadLetter]) {
    (outbox.map { $0.mutation(former) }, deadLetters.map { $0.deadLetter(former) })
  }

  /// What a cache without the head of its file keeps.
  ///
  /// In format 1 the head has the client name, so the mutations get a new one. Those that the server has acknowledged are left out,
  /// because it would make them again under another name.
  var orphans: KeptChanges {
    var kept = self
    kept.outbox.removeAll { $0.client == nil && $0.isAcknowledged == true }
    let (outbox, deadLetters) = kept.read(.randomClient())
    return KeptChanges(orphans: outbox, deadLetters: deadLetters)
  }
}
