import GRDB

// The outbox and the dead letters, each a record with its body.
extension SQLiteFile {
  func mutations(_ ids: [Int64]) throws(CacheFailure) -> [Mutation] {
    try access { db in try ids.compactMap { try SQLiteRecord.mutation($0, db) } }
  }

  func deadLetters(_ ids: [Int64]) throws(CacheFailure) -> [DeadLetter] {
    try access { db in try ids.compactMap { try SQLiteRecord.deadLetter($0, db) } }
  }

  /// Does to outbox and dead letters what a commit says, in the order in which ``CacheContents`` applies it.
  static func commitOutbox(_ write: CacheWrite, _ db: Database) throws {
    for id in write.settled { try SQLiteRecord.remove(.outbox, id, db) }
    for refusal in write.refused {
      guard let mutation = try SQLiteRecord.mutation(refusal.id, db) else { continue }
      try SQLiteRecord.remove(.outbox, refusal.id, db)
      try SQLiteRecord(DeadLetter(mutation, refusal)).write(db)
    }
    for id in write.acknowledged { try acknowledge(id, true, db) }
    for id in write.unacknowledged { try acknowledge(id, false, db) }
    for mutation in write.mutations { try SQLiteRecord(mutation).write(db) }
    for revival in write.revived {
      guard let letter = try SQLiteRecord.deadLetter(revival.letter, db) else { continue }
      try SQLiteRecord.remove(.dead, revival.letter, db)
      try SQLiteRecord(letter.revived(by: revival)).write(db)
    }
    for id in write.buried { try SQLiteRecord.remove(.dead, id, db) }
  }

  private static func acknowledge(_ id: Int64, _ isAcknowledged: Bool, _ db: Database) throws {
    guard var mutation = try SQLiteRecord.mutation(id, db) else { return }
    mutation.isAcknowledged = isAcknowledged
    try SQLiteRecord(mutation).write(db)
  }

  /// Writes the client name of a file of format 1 into each mutation and dead letter, one after the other.
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
