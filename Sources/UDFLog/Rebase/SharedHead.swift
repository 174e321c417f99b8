import DequeModule

/// A host's view of a log: the confirmed entries, followed by the host's own actions that are not confirmed.
///
/// It connects a store and an ``ActionLog`` without references to them: the host reduces an own action at once and
/// calls ``add(_:)``, appends the batches of ``nextBatch(limit:)``, and changes its state by the plans of
/// ``confirm(_:)``.
///
///     var head = SharedHead(host: "till-1", lastNumber: 0, place: place, epoch: epoch)
///     head.add(action)                                     // the host has already reduced it
///     if let batch = head.nextBatch() { head.settle(batch, await log.append(batch)) }
///     let plan = head.confirm(entries)                     // from the subscription
public struct SharedHead: Sendable {
  public struct Pending: Sendable, Hashable {
    public let name: EntryName
    public let action: LogAction
  }

  public let host: String
  public let epoch: String?
  /// The last confirmed entry.
  public private(set) var place: LogPlace
  /// The own actions that are not confirmed, in their order.
  public private(set) var pending: Deque<Pending> = []
  /// The reason why appending has stopped; nil if it has not. The pending actions are kept.
  public private(set) var halt: LogFailure?
  private var lastNumber: Int64
  /// The number of pending actions that are being appended, or are known to be in the log.
  private var sent = 0
  private var isAppending = false

  /// - Parameters:
  ///   - host: the name of the host, the first part of its entries' names.
  ///   - lastNumber: the result of ``ActionLog/lastNumber(of:)`` for the host.
  ///   - place: the last entry that the state contains.
  ///   - epoch: the log's epoch; appends to another log are refused.
  public init(host: String, lastNumber: Int64, place: LogPlace, epoch: String? = nil) {
    self.host = host
    self.lastNumber = lastNumber
    self.place = place
    self.epoch = epoch
  }

  /// Adds an action that the host has reduced after all others.
  @discardableResult
  public mutating func add(_ action: LogAction) -> EntryName {
    lastNumber += 1
    let name = EntryName(host, lastNumber)
    pending.append(Pending(name: name, action: action))
    return name
  }

  /// Returns the actions to append next; nil: there are none, a batch is being appended, or the head is halted.
  public mutating func nextBatch(limit: Int = 64) -> LogBatch? {
    guard halt == nil, !isAppending, sent < pending.count else { return nil }
    let chosen = pending[sent..<min(pending.count, sent + limit)]
    sent += chosen.count
    isAppending = true
    return LogBatch(chosen.first!.name, chosen.map(\.action), epoch: epoch)
  }

  /// Records the outcome of a batch. After an unknown outcome, the next batch begins with the same action.
  public mutating func settle(_ batch: LogBatch, _ outcome: AppendOutcome) {
    isAppending = false
    switch outcome {
    case .committed: return
    case .unknown: sendAgain(from: batch.first.number)
    // Not expected: batches have no expected head.
    case .rejected: sendAgain(from: batch.first.number)
    case .gap(let last):
      sendAgain(from: batch.first.number)
      let former = batch.first.number - 1
      halt(
        LogFailure(
          .diverged,
          "the log has \(last) entries of \(host), not \(former) as before; start the app again to join it"))
    case .refused(let failure):
      sendAgain(from: batch.first.number)
      if failure.code != .denied { halt(failure) }
    }
  }

  /// Stops appending, for example if the log has lost entries.
  public mutating func halt(_ failure: LogFailure) { halt = halt ?? failure }

  /// Processes the entries that follow ``place``, in their order.
  public mutating func confirm(_ entries: [LogEntry]) -> RebasePlan {
    var plan = RebasePlan()
    var rest = entries[...]
    while let entry = rest.first, entry.name == pending.first?.name {
      plan.unmoved.append(entry)
      takeFirst()
      rest.removeFirst()
    }
    if let last = entries.last { place = last.place }
    if rest.isEmpty { return plan }
    plan.rollback = pending.count
    for entry in rest {
      if entry.name == pending.first?.name {
        plan.steps.append(.own(entry))
        takeFirst()
      } else {
        plan.steps.append(.foreign(entry))
      }
    }
    plan.steps += pending.map { .pending($0.name, $0.action) }
    return plan
  }

  /// Takes a plan back that the host could not carry out: the same entries are processed later. The given place is the value
  /// of ``place`` before ``confirm(_:)``.
  public mutating func returnTo(_ place: LogPlace, _ plan: RebasePlan) {
    self.place = place
    for entry in plan.confirmed.reversed() {
      pending.prepend(Pending(name: entry.name, action: entry.action))
      sent += 1
    }
  }

  /// Continues after another entry: the host has loaded the snapshot of the state there.
  ///
  /// - Parameters:
  ///   - place: the last entry that the snapshot contains.
  ///   - number: the number of the last own entry that the snapshot contains. Actions up to it are no longer pending.
  public mutating func restart(at place: LogPlace, includes number: Int64) {
    self.place = place
    while let first = pending.first, first.name.number <= number { takeFirst() }
  }

  private mutating func takeFirst() {
    pending.removeFirst()
    sent = max(0, sent - 1)
  }

  /// Actions that were confirmed meanwhile are no longer pending.
  private mutating func sendAgain(from number: Int64) {
    sent = pending.firstIndex { $0.name.number >= number } ?? pending.count
  }
}
