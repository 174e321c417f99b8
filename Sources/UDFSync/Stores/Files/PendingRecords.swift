/// The outbox and the dead letters of a file, as they are written there.
struct PendingRecords {
  var outbox: [MutationRecord] = []
  var deadLetters: [MutationRecord] = []

  /// Whether each mutation has a client name of its own, as in format 2.
  var haveClients: Bool { (outbox + deadLetters).allSatisfy { $0.client != nil } }

  /// Returns the outbox and the dead letters; `former` is the client name of mutations that have none.
  func read(_ former: String) -> (outbox: [Mutation], deadLetters: [DeadLetter]) {
    (outbox.map { $0.mutation(former) }, deadLetters.map { $0.deadLetter(former) })
  }

  /// What a cache without the head of its file keeps.
  ///
  /// In format 1 the head has the client name, so the mutations get a new one. Those that the server has acknowledged are left out,
  /// because it would make them again under another name.
  var orphans: CacheContents {
    var kept = self
    kept.outbox.removeAll { $0.client == nil && $0.isAcknowledged == true }
    let (outbox, deadLetters) = kept.read(.randomClient())
    return CacheContents(orphans: outbox, deadLetters: deadLetters)
  }
}
