/// The user's changes that a new file keeps when it replaces another one, with their bodies.
struct KeptChanges {
  /// The contents of the new file.
  var contents: CacheContents
  /// The mutations of the outbox.
  var mutations: [Mutation]
  var deadLetters: [DeadLetter]

  /// Makes the contents of a new file that keeps these mutations and dead letters.
  init(_ contents: CacheContents, mutations: [Mutation] = [], deadLetters: [DeadLetter] = []) {
    self.contents = contents
    self.mutations = mutations
    self.deadLetters = deadLetters
    self.contents.outbox = Outbox(mutations.map(PendingMutation.init))
    self.contents.deadLetters = Dictionary(deadLetters.map { ($0.mutation.id, PendingMutation($0.mutation)) }) { $1 }
  }

  /// Makes the changes that are kept of a file without a readable head. The engine sends all mutations again, each with
  /// its own client name.
  init(orphans: [Mutation], deadLetters: [DeadLetter]) {
    let orphans = orphans.map(\.unsent)
    var contents = CacheContents()
    contents.lastMutation = (orphans + deadLetters.map(\.mutation)).map(\.id).max() ?? 0
    contents.lastSent = contents.lastMutation
    self.init(contents, mutations: orphans, deadLetters: deadLetters)
  }
}
