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

  /// What is kept of them without the head of their file.
  ///
  /// In format 1 nobody knows under which name the mutations were sent, so they get a new name. The server has made those that it
  /// acknowledged, and would make them again under another name.
  var orphans: CacheContents {
    var kept = self
    kept.outbox.removeAll { $0.client == nil && $0.isAcknowledged == true }
    let (outbox, deadLetters) = kept.read(.randomClient())
    return CacheContents(orphans: outbox, deadLetters: deadLetters)
  }
}
