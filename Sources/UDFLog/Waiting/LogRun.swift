/// Consecutive actions of one host that differ only in their bodies, for a ``LogOutbox``. Most actions of a host have the same stamp
/// and no cause.
///
///     var run = LogRun(EntryName("till-1", 1), LogAction([1]), epoch: nil)
///     [2].withUnsafeBytes { run.append($0) }               // till-1's action 2
public struct LogRun: Sendable {
  /// The name of the first action; the others have the following numbers.
  public let first: EntryName
  /// The epoch of the log that has the entry before; nil: not known.
  public let epoch: String?
  public let stamp: [UInt8]
  /// The entry that caused the actions; nil: none did.
  public let cause: EntryName?
  /// The bodies, one after another.
  private(set) var bodies: [UInt8]
  /// The size of each body in bytes.
  private(set) var sizes: [Int]

  public init(_ first: EntryName, _ action: LogAction, epoch: String?) {
    self.init(first, stamp: action.stamp, cause: action.cause, epoch: epoch, action.body, [action.body.count])
  }

  private init(
    _ first: EntryName, stamp: [UInt8], cause: EntryName?, epoch: String?, _ bodies: [UInt8], _ sizes: [Int]
  ) {
    (self.first, self.stamp, self.cause, self.epoch, self.bodies, self.sizes) = (
      first, stamp, cause, epoch, bodies, sizes
    )
  }

  /// The number of actions.
  public var count: Int { sizes.count }

  /// Adds the action with the next number.
  public mutating func append(_ body: UnsafeRawBufferPointer) {
    bodies.append(contentsOf: body)
    sizes.append(body.count)
  }

  /// Adds the actions of another run if one row can have both, and returns whether it can.
  mutating func append(_ next: LogRun) -> Bool {
    // SQLite limits the size of a row.
    guard bodies.count < LogAction.sizeLimit, first.host == next.first.host, next.epoch == epoch,
      first.number + Int64(count) == next.first.number, next.stamp == stamp, next.cause == cause
    else { return false }
    bodies += next.bodies
    sizes += next.sizes
    return true
  }

  /// Returns the actions with higher numbers; nil: there are none.
  func after(_ number: Int64) -> LogRun? {
    let done = Int(clamping: number - first.number + 1)
    if done <= 0 { return self }
    if done >= count { return nil }
    let rest = Array(bodies.dropFirst(sizes.prefix(done).reduce(0, +)))
    return LogRun(
      EntryName(first.host, number + 1), stamp: stamp, cause: cause, epoch: epoch, rest, Array(sizes.dropFirst(done)))
  }
}
