import UDF

/// A key that a row was made with, and the one that the server has given it instead.
public struct KeyAlias: Sendable, Hashable {
  public let old: EntityKey
  public let new: GivenKey

  init(_ old: EntityKey, new: GivenKey) {
    self.old = old
    self.new = new
  }

  /// The alias that a server's row makes of the key that it was made with; nil if the row has no key in its field.
  init?(_ old: EntityKey, row: [UInt8], field: String) {
    guard let found = KeyFields([field]).keys(in: row).first else { return nil }
    self.init(old, new: GivenKey(found.key, json: Array(row[found.range])))
  }
}
