import GRDB

// The outbox and the dead letters: each is a record with its body.
extension SQLiteFile {
  func mutations(_ ids: [Int64]) throws(CacheFailure) -> [Mutation] {
    try access { db in try ids.compactMap { try SQLiteRecord.mutation($0, db) } }
  }

  func deadLetters(_ ids: [Int64]) throws(CacheFailure) -> [DeadLetter] {
    try access { db in try ids.compactMap { try SQLiteRecord.deadLetter($0, db) } }
  }

  /// Applies a commit to outbox and dead letters, in the order in which ``CacheContents`` applies it.
  static func commitOutbox(_ write: CacheWrite, _ db: Database) throws {
    for id in write.completed { try SQLiteRecord.remove(.outbox, id, db) }
    for refusal in write.refused {
      guard let mutation = try SQLiteRecord.mutation(refusal.id, db) else { continue }
      try SQLiteRecord.remove(.outbox, refusal.id, db)
      try SQLiteRecord(DeadLetter(mutation, refusal)).write(db)
    }
    for answer in write.acknowledged {
      guard var mutation = try SQLiteRecord.mutation(answer.id, db) else { continue }
      mutation.acknowledge(rowChecksums: answer.rowChecksums)
      try SQLiteRecord(mutation).write(db)
    }
    for id in write.unacknowledged {
      if let mutation = try SQLiteRecord.mutation(id, db) { try SQLiteRecord(mutation.unsent).write(db) }
    }
    for mutation in write.mutations { try SQLiteRecord(mutation).write(db) }
    for letter in write.letters { try SQLiteRecord(letter).write(db) }
    for revival in write.revived {
      guard let letter = try SQLiteRecord.deadLetter(revival.letter, db) else { continue }
      try SQLiteRecord.remove(.dead, revival.letter, db)
      try SQLiteRecord(letter.revived(by: revival)).write(db)
    }
    for id in write.buried { try SQLiteRecord.remove(.dead, id, db) }
  }

  /// Writes the client name of a file of format 1 into each mutation and dead letter.
  static func upgradeOutbox(_ contents: CacheContents, former: String, _ db: Database) throws {
    for mutation in contents.outbox {
      if let mutation = try SQLiteRecord.mutation(mutation.id, former: former, db) {
        try SQLiteRecord(mutation).write(db)
      }
    }
    for id in contents.deadLetters.keys {
      if let letter = try SQLiteRecord.deadLetter(id, former: former, db) { try SQLiteRecord(letter).write(db) }
    }
  }
}
