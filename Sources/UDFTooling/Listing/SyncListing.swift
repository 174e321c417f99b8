import UDFHost

/// How a sync feature is, for `:sync`: its status, what waits for the server, and what the server has refused.
public struct SyncListing: Sendable, Equatable {
  public var feature: String
  public var info: SyncInfo
  /// Seconds since the rows were last known to be equal to the server's; nil: they never were, or the engine does not answer.
  public var age: Double?
  /// Seconds until the engine tries again.
  public var retryIn: Double?
  /// The first mutations that wait: `id`, `op`, `key`, and `accepted` where the server has made the change and a pull has yet to
  /// show it; nil: the engine does not answer.
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
