/// What the user did that is kept of a file which is replaced by a new one, with all bodies.
struct KeptChanges {
  /// What the new file begins with.
  var contents: CacheContents
  /// Those of the outbox.
  var mutations: [Mutation]
  var deadLetters: [DeadLetter]

  /// What `contents` begins anew with if it keeps these mutations and dead letters.
  init(_ contents: CacheContents, mutations: [Mutation] = [], deadLetters: [DeadLetter] = []) {
    self.contents = contents
    self.mutations = mutations
    self.deadLetters = deadLetters
    self.contents.outbox = Outbox(mutations.map(PendingMutation.init))
    self.contents.deadLetters = Dictionary(deadLetters.map { ($0.mutation.id, PendingMutation($0.mutation)) }) { $1 }
  }

  /// What is kept of a file whose head is lost. The engine sends all mutations again, each under its own name.
  init(orphans: [Mutation], deadLetters: [DeadLetter]) {
    let orphans = orphans.map(\.unsent)
    var contents = CacheContents()
    contents.lastMutation = (orphans + deadLetters.map(\.mutation)).map(\.id).max() ?? 0
    contents.lastSent = contents.lastMutation
    self.init(contents, mutations: orphans, deadLetters: deadLetters)
  }
}
