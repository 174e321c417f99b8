import UDF

/// Keys that a server has given to rows instead of the ones that they were made with.
public struct KeyAliases: Sendable, Hashable {
  /// How many aliases a cache keeps, unless one answer of the server brings more. They are for screens that still show an old key.
  static let most = 256

  /// The oldest first.
  public private(set) var all: [KeyAlias] = []

  public init(_ aliases: some Sequence<KeyAlias> = []) {
    for alias in aliases { add(alias) }
  }

  public var isEmpty: Bool { all.isEmpty }

  public subscript(old: EntityKey) -> KeyAlias? { all.last { $0.old == old } }

  private mutating func add(_ alias: KeyAlias) {
    all.removeAll { $0.old == alias.old }
    all = all.map { $0.new.key == alias.old ? KeyAlias($0.old, new: alias.new) : $0 }
    all.append(alias)
  }

  /// Adds the aliases of one answer, and drops the oldest of the earlier ones.
  mutating func keep(_ aliases: [KeyAlias]) {
    for alias in aliases { add(alias) }
    all.removeFirst(max(0, all.count - max(Self.most, aliases.count)))
  }
}
