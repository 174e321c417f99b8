extension AppHost {
  /// The effects that have not ended, including requested effects that have not started, in the order of their numbers.
  ///
  ///     host.effectsUnderWay.first?.waits   // [.service("http.get")]
  public var effectsUnderWay: [EffectInfo] { isOnOwner() ? effects.list : [] }

  /// Whether the host keeps when effects began and how they ended; false at first. If it is false, this costs nothing.
  public var keepsEffectTimes: Bool {
    get { isOnOwner() && effects.keepsTimes }
    set { if isOnOwner() { effects.keepsTimes = newValue } }
  }

  /// The effects of an action that have ended while ``keepsEffectTimes`` was true, in the order of their ends. The last
  /// 10,000 effects of all actions are kept.
  public func effectTimes(ofAction n: Int) -> [EffectTime] {
    isOnOwner() ? effects.times.filter { $0.action == n } : []
  }

  /// Cancels the effect with this number and returns it. Throws a ``HostError`` if there is no such effect, if a past
  /// point is shown, or if a script runs.
  @discardableResult
  public func cancelEffect(_ number: Int) throws(HostError) -> EffectInfo {
    try requireOwner()
    try travel.refuseIfRunning("cancel")
    guard var info = effects.list.first(where: { $0.number == number }), effects.cancel(number: number) else {
      throw HostError(usage: "cancel: there is no running effect \(number)")
    }
    info.isCancelled = true
    return info
  }

  /// The effects of an action that others cancelled or dropped, and the services that the action's effects have called.
  package func marks(ofAction n: Int) -> (losses: [LostEffect], calls: [MadeCall]) { effects.ledger.entries(of: n) }

  /// Returns one action of the history. Throws a ``HostError`` if the history does not contain it.
  package func record(ofAction n: Int) throws(HostError) -> ActionRecord {
    try requireOwner()
    if let record = travel.records(last: 1, where: { $0.n == n }).first { return record }
    if n == 0 { throw HostError(usage: "action: 0 is the beginning; the first action is #1") }
    _ = try travel.shown(after: n, "action")
    let forgotten = travel.history.forgotten
    let reason =
      n > forgotten
      ? "was refused or undone, so it is not in the history"
      : "is no longer in the history, which goes back to after #\(forgotten)"
    throw HostError(usage: "action: #\(n) \(reason)")
  }
}
