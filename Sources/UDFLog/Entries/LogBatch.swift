/// Actions that a host appends together: all become consecutive entries, or none does.
public struct LogBatch: Sendable, Hashable {
  /// The maximum size of a host's name in bytes.
  public static let nameLimit = 200

  /// The name of the first action; the others have the following numbers.
  public var first: EntryName
  public var actions: [LogAction]
  /// The position that the log's last entry must have; nil: any position.
  public var expectedHead: Int64?
  /// The epoch that the log must have; nil: any epoch.
  public var epoch: String?

  public init(_ first: EntryName, _ actions: [LogAction], expectedHead: Int64? = nil, epoch: String? = nil) {
    self.first = first
    self.actions = actions
    self.expectedHead = expectedHead
    self.epoch = epoch
  }

  /// The name of the last action.
  package var last: EntryName { EntryName(first.host, first.number + Int64(actions.count) - 1) }

  /// Each action with its name.
  var named: [(name: EntryName, action: LogAction)] {
    actions.enumerated().map { (EntryName(first.host, first.number + Int64($0)), $1) }
  }

  /// Whether the action of this name can be the next one of the batch.
  func follows(_ name: EntryName, _ epoch: String?) -> Bool {
    last.number + 1 == name.number && first.host == name.host && self.epoch == epoch
  }

  /// Why the batch is not valid; nil: it is.
  var objection: String? {
    let size = actions.map { $0.body.count + $0.stamp.count }.max() ?? 0
    if first.host.isEmpty || first.host.utf8.count > LogBatch.nameLimit || first.host.utf8.contains(0) {
      let limit = LogBatch.nameLimit
      return "a host's name has 1 to \(limit) bytes and no NUL; this one has \(first.host.utf8.count) bytes"
    }
    if first.number < 1 { return "an entry of \(first.host) has the number \(first.number); numbers begin at 1" }
    if actions.isEmpty { return "\(first.host) appends no action; give at least one" }
    if size > LogAction.sizeLimit {
      return "an action of \(first.host) has \(size) bytes; an entry takes at most \(LogAction.sizeLimit)"
    }
    return nil
  }
}
