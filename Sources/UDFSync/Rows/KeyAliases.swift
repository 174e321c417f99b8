import UDF

/// The keys of rows for which the server has assigned other keys than the app.
public struct KeyAliases: Sendable, Hashable {
  /// The maximum number of aliases in a cache, unless one answer of the server has more. Screens that still show an old
  /// key use them.
  static let most = 256

  /// All aliases, oldest first.
  public private(set) var all: [KeyAlias] = []

  public init(_ aliases: some Sequence<KeyAlias> = []) {
    for alias in aliases { add(alias) }
  }

  public var isEmpty: Bool { all.isEmpty }

  public subscript(old: RowKey) -> KeyAlias? { all.last { $0.old == old } }

  /// Whether the server has assigned this key.
  func hasAssigned(_ key: RowKey) -> Bool { all.contains { $0.newKey == key } }

  private mutating func add(_ alias: KeyAlias) {
    all.removeAll { $0.old == alias.old }
    all = all.map { $0.newKey == alias.old ? KeyAlias($0.old, new: alias.new) : $0 }
    all.append(alias)
  }

  /// Adds the aliases of one answer, and drops the oldest of the earlier ones.
  mutating func keep(_ aliases: [KeyAlias]) {
    for alias in aliases { add(alias) }
    all.removeFirst(max(0, all.count - max(Self.most, aliases.count)))
  }
}
