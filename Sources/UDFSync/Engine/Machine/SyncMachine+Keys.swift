import UDF

// Keys that a server gives to rows instead of the ones that they were made with.
extension SyncMachine {
  /// Returns the outcomes with the mutations and dead letters that writing them needs; nil: the machine has asked for them.
  mutating func readyToWrite(_ outcomes: OutcomesToWrite, _ contents: CacheContents) -> OutcomesToWrite? {
    let aliases = aliases(in: outcomes, contents)
    guard !aliases.isEmpty, outcomes.waiting == nil else { return outcomes }
    access = .finding(.outcomes(outcomes))
    // Any of them may refer to the row.
    let all = !collection.references.isEmpty
    let waiting = all ? Array(contents.outbox) : aliases.all.flatMap { contents.outbox.mutations(of: $0.old) }
    let letters = contents.deadLetters.values.filter { all || aliases[$0.key] != nil }
    commands.append(.find([], mutations: waiting.map(\.id).sorted(), letters: letters.map(\.id).sorted()))
    return nil
  }

  /// Moves what waits for rows, and what refers to them, to the keys that the server has given them.
  func rename(_ write: inout CacheWrite, with outcomes: OutcomesToWrite, over contents: CacheContents) {
    let aliases = aliases(in: outcomes, contents)
    guard !aliases.isEmpty else { return }
    let fields = KeyFields(of: collection)
    for mutation in outcomes.waiting ?? [] {
      guard var changed = mutation.renamed(by: aliases, in: fields) else { continue }
      if let refusal = write.refused.first(where: { $0.id == mutation.id }) {
        write.letters.append(DeadLetter(changed, refusal))
        continue
      }
      if let answer = write.acknowledged.first(where: { $0.id == mutation.id }) {
        changed.acknowledge(rowChecksum: answer.rowChecksum)
      }
      write.mutations.append(changed)
      write.touched.append(changed.key)
    }
    for letter in outcomes.letters {
      guard let changed = letter.mutation.renamed(by: aliases, in: fields) else { continue }
      write.letters.append(DeadLetter(changed, code: letter.code, message: letter.message, since: letter.since))
    }
    for alias in aliases.all {
      write.changes.append(.delete(alias.old, version: 0))
      write.touched.append(alias.old)
    }
    write.aliases = aliases.all
  }

  /// The keys that outcomes change.
  private func aliases(in outcomes: OutcomesToWrite, _ contents: CacheContents) -> KeyAliases {
    KeyAliases(
      outcomes.outcomes.sorted { $0.key < $1.key }.compactMap { id, outcome in
        guard let key = contents.outbox[id]?.key else { return nil }
        switch outcome {
        case .stored(.put(let row)) where row.key != key: return KeyAlias(key, row: row.body, field: collection.key)
        case .keyed(let given) where given.key != key: return KeyAlias(key, new: given)
        case .applied, .stored, .keyed, .conflict, .rejected: return nil
        }
      })
  }
}
