import UDFHost

/// The description of a sync feature for `:sync`: its status, its pending mutations and its dead letters.
public struct SyncListing: Sendable, Equatable {
  public var feature: String
  public var info: SyncInfo
  /// Seconds since the rows were last known to equal the server's; nil: never, or the engine does not answer.
  public var age: Double?
  /// Seconds until the engine tries again.
  public var retryIn: Double?
  /// The first pending mutations: `id`, `op`, `key` or a list `all` of these two, and `accepted` if the server has made
  /// the change but no pull has shown it yet; nil: the engine does not answer.
  public var waiting: [Record]?
  /// The first dead letters as in the state, each with its `age` in seconds.
  public var dead: [Record]

  public init(
    feature: String, info: SyncInfo, age: Double? = nil, retryIn: Double? = nil, waiting: [Record]? = [],
    dead: [Record] = []
  ) {
    self.feature = feature
    self.info = info
    self.age = age
    self.retryIn = retryIn
    self.waiting = waiting
    self.dead = dead
  }
}
