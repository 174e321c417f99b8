import UDF

/// The key that the app made for a row, and the key that the server has assigned instead.
public struct KeyAlias: Sendable, Hashable {
  public let old: RowKey
  public let new: GivenKey

  /// The row's present identity.
  var newKey: RowKey { RowKey(new.key, in: old.collection) }

  init(_ old: RowKey, new: GivenKey) {
    self.old = old
    self.new = new
  }

  /// Makes the alias of a row for which the server's row has another key; nil if the server's row has no key in its
  /// field.
  init?(_ old: RowKey, row: [UInt8], field: String) {
    guard let found = KeyFields([field: ""]).keys(in: row).first else { return nil }
    self.init(old, new: GivenKey(found.key.key, json: Array(row[found.range])))
  }
}
