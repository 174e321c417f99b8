import LuaRuntime

/// A dispatched action with its result.
public struct ActionRecord: Sendable, Equatable {
  /// The number of the action; the first action of the host is 1.
  public var n: Int
  /// `feature/name`.
  public var type: String
  public var fields: Record
  /// The names of the fields that the feature's `stamp` has added to actions of this type.
  public var stamped: [String]
  public var origin: Origin
  public var status: Status
  /// Why it was refused, without the script line; nil if it was committed.
  public var refusal: String?
  public var changes: [Change]
  /// Seconds from the dispatch to the commit; 0 without an observer.
  public var duration: Double
  /// Whether the action was undone and can be redone.
  public var undone: Bool
  /// The generation of the scripts that reduced it.
  public var generation: Int
  /// The time at which it was sent, in seconds on the host's clock; 0 without an observer.
  public var time: Double
  /// The script line that sent it, such as `features/cart.lua:12`; nil if no script did, or with
  /// ``HostConfiguration/keepsSites`` off.
  public var site: String?
  /// The number of the action whose effect, reaction, flow or middleware sent this one; nil: none.
  public var cause: Int?
  /// The view event that was mapped to the action, such as `cart.tap`; nil: none.
  public var event: String?
  /// The host that sent it, and its position in the shared log; nil: the action is not shared, or its entry is no longer known.
  public var shared: SharedOrigin?

  public init(
    n: Int, type: String, fields: Record, origin: Origin, status: Status, refusal: String? = nil,
    changes: [Change] = [],
    duration: Double = 0, undone: Bool = false, generation: Int = 0, time: Double = 0, site: String? = nil,
    cause: Int? = nil, event: String? = nil, shared: SharedOrigin? = nil, stamped: [String] = []
  ) {
    (self.n, self.type, self.fields, self.stamped) = (n, type, fields, stamped)
    (self.origin, self.status, self.refusal, self.changes) = (origin, status, refusal, changes)
    (self.duration, self.undone, self.generation, self.time) = (duration, undone, generation, time)
    (self.site, self.cause, self.event, self.shared) = (site, cause, event, shared)
  }
}

extension ActionRecord {
  /// The estimated size in bytes.
  var weight: Int {
    changes.reduce(MemoryLayout<ActionRecord>.stride + fields.weight) { sum, change in
      sum + change.old.weight + change.new.weight + change.path.keys.count * MemoryLayout<PathKey>.stride
    }
  }
}
