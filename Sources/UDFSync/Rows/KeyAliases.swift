import UDF

/// The last keys that a server has given to rows instead of the ones that they were made with.
public struct KeyAliases: Sendable, Hashable {
  /// More are not kept: only what still shows an old key asks for them.
  static let most = 256

  /// The oldest first.
  public private(set) var all: [KeyAlias] = []

  public init(_ aliases: some Sequence<KeyAlias> = []) {
    for alias in aliases { add(alias) }
  }

  public var isEmpty: Bool { all.isEmpty }

  public subscript(old: EntityKey) -> KeyAlias? { all.last { $0.old == old } }

  mutating func add(_ alias: KeyAlias) {
    all.removeAll { $0.old == alias.old }
    all = all.map { $0.new.key == alias.old ? KeyAlias($0.old, new: alias.new) : $0 }
    all.append(alias)
    if all.count > Self.most { all.removeFirst() }
  }
}
