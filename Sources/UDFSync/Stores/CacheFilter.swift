/// The parameters of the rows that a cache delivers, and of the rows that it has.
///
/// After a change of the parameters the cache keeps the former rows until the server's difference has arrived. So
/// changing back needs no request, and an app without a network loses no rows. Until then, rows that do not match
/// ``shown`` are not delivered.
public struct CacheFilter: Sendable, Hashable, Codable {
  /// The parameters of the collections: only matching rows are delivered, and rows with pending mutations.
  public var shown = RowSelection.all
  /// The parameters of the rows that the cache has up to its token; nil: a part of the difference to ``shown`` has
  /// arrived.
  public var held: RowSelection? = .all
  /// The ``SyncCollection/filter`` of each collection when the cache was last opened. The cache's own parameters are
  /// valid until the declared ones change.
  public var declared = RowSelection.all
  /// Whether the token contains parameters, see ``PullPage/continuesFilter``: the server continues it for other
  /// parameters with the difference.
  public var isInToken = false

  public init() {}

  /// Whether the cache has all rows that it delivers, and no others except rows with pending mutations.
  var isComplete: Bool { held == shown }

  /// Whether neither the delivered rows nor those of the cache depend on parameters.
  var isUnrestricted: Bool { shown.isAll && held?.isAll == true }

  /// Whether a server can continue the cache's token for the present parameters.
  var isTokenUsable: Bool { isInToken || isCovered }

  /// Whether the cache has all rows that match the present parameters, so that the changes since the token suffice.
  var isCovered: Bool { held?.covers(shown) ?? !isInToken }

  /// Whether a row without pending mutations is delivered.
  func delivers(_ key: RowKey, _ row: [UInt8]) -> Bool { isComplete || shown.matches(key, row) }
}

extension CacheWrite {
  /// Changes the parameters.
  mutating func show(_ filter: RowSelection, over contents: CacheContents) {
    guard filter != contents.filter.shown else { return }
    self.filter = contents.filter
    self.filter?.shown = filter
    // The token belongs to a difference that is not complete, so the server cannot continue it for other parameters.
    forgetsToken = contents.filter.held == nil && contents.token != nil
  }
}
