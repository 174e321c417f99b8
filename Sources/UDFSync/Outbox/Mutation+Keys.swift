import UDF

extension Mutation {
  /// The mutation with new keys in the place of old ones; nil if it holds no old one.
  func renamed(by aliases: KeyAliases, in fields: KeyFields) -> Mutation? {
    guard !aliases.isEmpty else { return nil }
    let (alias, changed) = (aliases[key], body.flatMap { fields.renamed($0, by: aliases) })
    guard alias != nil || changed != nil else { return nil }
    var mutation = Mutation(
      id: id, client: client, number: number, operation, alias?.new.key ?? key, body: changed ?? body)
    if isAcknowledged { mutation.acknowledge(rowChecksum: rowChecksum) }
    return mutation
  }
}
