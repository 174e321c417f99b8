import UDF

extension Mutation {
  /// Returns the mutation with new keys in place of old ones; nil if it contains no old key.
  func renamed(by aliases: KeyAliases, in database: SyncDatabase) -> Mutation? {
    let renamed = parts.mapped { $0.renamed(by: aliases, in: database) ?? $0 }
    guard renamed != parts else { return nil }
    var mutation = self
    mutation.parts = renamed
    return mutation
  }
}

extension Mutation.Part {
  /// Returns the part with new keys in place of old ones; nil if it contains no old key.
  func renamed(by aliases: KeyAliases, in database: SyncDatabase) -> Mutation.Part? {
    guard !aliases.isEmpty else { return nil }
    let fields = database.keyFields(of: key.collection)
    let (alias, changed) = (aliases[key], body.flatMap { fields.renamed($0, by: aliases) })
    guard alias != nil || changed != nil else { return nil }
    var part = Mutation.Part(operation, alias?.newKey ?? key, body: changed ?? body)
    part.rowChecksum = rowChecksum
    return part
  }
}
