/// A host's view of a log: the confirmed entries, followed by the host's own actions that are not confirmed.
///
/// It connects a store and an ``ActionLog`` without references to them. The host keeps its actions: it reduces an own action at once
/// and calls ``add()``, appends the batches of ``nextBatch(limit:action:)``, and changes its state by the plans of ``confirm(_:)``.
///
///     var head = SharedHead(host: "till-1", lastNumber: 0, place: place, epoch: epoch)
///     waiting.append(action)                               // the host has already reduced it
///     head.add()
///     if let batch = head.nextBatch(action: { waiting[$0] }) { head.settle(batch, await log.append(batch)) }
///     let plan = head.confirm(entries)                     // from the subscription
///     waiting.removeFirst(plan.confirmed.count)
public struct SharedHead: Sendable {
  public let host: String
  public let epoch: String?
  /// The last confirmed entry.
  public private(set) var place: LogPlace
  /// The number of own actions that are not confirmed. Their numbers follow ``lastConfirmed``.
  public private(set) var pending = 0
  /// The reason why appending has stopped; nil if it has not. The pending actions are kept.
  public private(set) var halt: LogFailure?
  /// The number of the last own action that is confirmed; 0: none is.
  public private(set) var lastConfirmed: Int64
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
    lastConfirmed = lastNumber
    self.place = place
    self.epoch = epoch
  }

  /// Counts an action that the host has reduced after all others.
  public mutating func add() { pending += 1 }

  /// Whether ``nextBatch(limit:action:)`` returns a batch.
  public var hasBatch: Bool { !isAppending && sent < pending && halt == nil }

  /// Returns the actions to append next; nil: there are none, a batch is being appended, or the head is halted.
  ///
  /// - Parameter action: returns a pending action by its index; that of the oldest one is 0. If it throws, no batch is begun.
  public mutating func nextBatch<Failure: Error>(
    limit: Int = 64, action: (Int) throws(Failure) -> LogAction
  ) throws(Failure) -> LogBatch? {
    guard hasBatch else { return nil }
    let chosen = sent..<min(pending, sent + limit)
    let batch = LogBatch(name(at: sent), try chosen.map(action), epoch: epoch)
    sent = chosen.upperBound
    isAppending = true
    return batch
  }

  /// Returns the name of a pending action by its index.
  public func name(at index: Int) -> EntryName { EntryName(host, lastConfirmed + 1 + Int64(index)) }

  /// Returns the number of first entries that confirm the first pending actions.
  public func confirmed(in entries: ArraySlice<LogEntry>) -> Int {
    var count = 0
    for entry in entries.prefix(pending) {
      guard entry.name == name(at: count) else { break }
      count += 1
    }
    return count
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
    let count = confirmed(in: entries[...])
    plan.unmoved = Array(entries.prefix(count))
    take(count)
    let rest = entries.dropFirst(count)
    if let last = entries.last { place = last.place }
    if rest.isEmpty { return plan }
    plan.rollback = pending
    for entry in rest {
      if isNext(entry.name) {
        plan.steps.append(.own(entry))
        take(1)
      } else {
        plan.steps.append(.foreign(entry))
      }
    }
    return plan
  }

  /// Takes a plan back that the host could not carry out: the same entries are processed later. The given place is the value
  /// of ``place`` before ``confirm(_:)``.
  public mutating func returnTo(_ place: LogPlace, _ plan: RebasePlan) {
    self.place = place
    take(-plan.confirmed.count)
  }

  /// Continues after another entry: the host has loaded the snapshot of the state there.
  ///
  /// - Parameters:
  ///   - place: the last entry that the snapshot contains.
  ///   - number: the number of the last own entry that the snapshot contains. Actions up to it are no longer pending.
  public mutating func restart(at place: LogPlace, includes number: Int64) {
    self.place = place
    take(min(pending, max(0, Int(number - lastConfirmed))))
  }

  private func isNext(_ name: EntryName) -> Bool {
    pending > 0 && name.number == lastConfirmed + 1 && name.host == host
  }

  /// Counts the first pending actions as confirmed; less than 0: the last confirmed ones as pending again.
  private mutating func take(_ count: Int) {
    pending -= count
    lastConfirmed += Int64(count)
    sent = max(0, sent - count)
  }

  /// Actions that were confirmed meanwhile are no longer pending.
  private mutating func sendAgain(from number: Int64) {
    sent = max(0, min(pending, Int(number - lastConfirmed) - 1))
  }
}
