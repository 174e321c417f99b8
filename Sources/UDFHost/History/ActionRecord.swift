import LuaRuntime

/// One action as it went through the host.
public struct ActionRecord: Sendable, Equatable {
  /// Counts every action of this host from 1.
  public var n: Int
  /// `feature/name`.
  public var type: String
  public var fields: Record
  public var origin: Origin
  public var status: Status
  public var changes: [Change]
  /// Seconds from the dispatch to the commit, 0 without an observer.
  public var duration: Double
  /// Taken back, and can be done again.
  public var undone: Bool
  /// The generation of the scripts that reduced it.
  public var generation: Int
  /// When it was sent, in seconds on the host's clock; 0 without an observer.
  public var time: Double
  /// The script line that sent it, `features/cart.lua:12`; nil if none did, or with ``HostConfiguration/keepsSites`` off.
  public var site: String?
  /// The number of the action that caused it: whose effect, reaction, flow or middleware sent it; nil if none did.
  public var cause: Int?
  /// The view event that became it, `cart.tap`; nil if none did.
  public var event: String?

  public init(
    n: Int, type: String, fields: Record, origin: Origin, status: Status, changes: [Change] = [],
    duration: Double = 0, undone: Bool = false, generation: Int = 0, time: Double = 0, site: String? = nil,
    cause: Int? = nil, event: String? = nil
  ) {
    self.n = n
    self.type = type
    self.fields = fields
    self.origin = origin
    self.status = status
    self.changes = changes
    self.duration = duration
    self.undone = undone
    self.generation = generation
    self.time = time
    self.site = site
    self.cause = cause
    self.event = event
  }
}
