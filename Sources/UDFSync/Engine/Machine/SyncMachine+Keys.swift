import UDF

// Keys that a server gives to rows in place of the keys that the app made.
extension SyncMachine {
  /// Returns the outcomes with the rows, mutations and dead letters that are needed to write them; nil: the machine has
  /// requested them.
  mutating func readyToWrite(_ outcomes: OutcomesToWrite, _ contents: CacheContents) -> OutcomesToWrite? {
    let aliases = aliases(in: outcomes, contents)
    let inDoubt = outcomes.outcomes.flatMap { keysInDoubt($0, $1, contents) }
    guard !aliases.isEmpty || !inDoubt.isEmpty, outcomes.waiting == nil else { return outcomes }
    access = .finding(.outcomes(outcomes))
    // With references, any mutation or dead letter may refer to the row.
    let all = !aliases.isEmpty && !database.references.isEmpty
    let waiting = all ? Array(contents.outbox) : aliases.all.flatMap { contents.outbox.mutations(of: $0.old) }
    let letters = contents.deadLetters.values.filter { all || $0.parts.contains { aliases[$0.key] != nil } }
    let old = aliases.all.map(\.old).sorted()
    commands.append(
      .find(
        Set(old + inDoubt).sorted(), mutations: Set(waiting.map(\.id)).sorted(), letters: letters.map(\.id).sorted(),
        mentioning: all ? old : []
      ))
    return nil
  }

  /// Moves the mutations of renamed rows, and references to these rows, to the keys that the server has given them.
  func rename(_ write: inout CacheWrite, with outcomes: OutcomesToWrite, over contents: CacheContents) {
    // If the server still has a row under the old key, these are two rows: a copy of this cache has sent another
    // mutation of the new row first. Such a row is not renamed.
    let others = Set(outcomes.rows.filter { $0.version != 0 && $0.body != nil }.map(\.key))
    let aliases = KeyAliases(aliases(in: outcomes, contents).all.filter { !others.contains($0.old) })
    guard !aliases.isEmpty else { return }
    for mutation in outcomes.waiting ?? [] {
      guard var changed = mutation.renamed(by: aliases, in: database) else { continue }
      if let refusal = write.refused.first(where: { $0.id == mutation.id }) {
        write.letters.append(DeadLetter(changed, refusal))
        continue
      }
      if let answer = write.acknowledged.first(where: { $0.id == mutation.id }) {
        changed.acknowledge(rowChecksums: answer.rowChecksums)
      }
      write.mutations.append(changed)
      write.touched += changed.parts.keys
    }
    for letter in outcomes.letters {
      guard let changed = letter.mutation.renamed(by: aliases, in: database) else { continue }
      write.letters.append(DeadLetter(changed, code: letter.code, message: letter.message, since: letter.since))
    }
    let references = database.references
    for row in outcomes.mentioning {
      guard let body = row.body, references[row.key.collection]?.renamed(body, by: aliases) != nil else { continue }
      write.touched.append(row.key)
    }
    for alias in aliases.all {
      write.changes.append(.delete(alias.old, version: 0))
      write.touched.append(alias.old)
    }
    write.aliases = aliases.all
  }

  /// The key changes that the outcomes contain.
  private func aliases(in outcomes: OutcomesToWrite, _ contents: CacheContents) -> KeyAliases {
    var aliases: [KeyAlias] = []
    for (id, outcome) in outcomes.outcomes.sorted(by: { $0.key < $1.key }) {
      guard let parts = contents.outbox[id]?.parts else { continue }
      for (index, part) in parts.enumerated() {
        switch outcome.part(index) {
        case .stored(.put(let row)) where row.key != part.key:
          if let alias = KeyAlias(part.key, row: row.body, field: database.keyField(of: part.key.collection)) {
            aliases.append(alias)
          }
        case .keyed(let given) where given.key != part.key.key: aliases.append(KeyAlias(part.key, new: given))
        case .applied, .stored, .keyed, .all, .conflict, .rejected: break
        }
      }
    }
    return KeyAliases(aliases)
  }
}
