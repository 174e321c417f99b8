import LuaRuntime
import UDFLog

extension SharedLog {
  /// Appends a command after all own actions.
  func send(_ command: SharedCommand, removing local: Set<Int> = []) {
    lastNumber += 1
    let name = EntryName(host, lastNumber)
    let logged = command.logged
    sent.append(SharedAction(number: lastNumber, command: logged, removals: local))
    outbox?.add(name, logged, epoch: head?.epoch)
    head?.add(logged)
    push()
  }

  /// Does what an entry asks of all hosts.
  func take(_ entry: LogEntry) {
    let isOwn = entry.name.host == host
    _ = head?.confirm([entry])
    var removals: Set<Int> = []
    if isOwn, let action = sent.popFirst() {
      removals = action.removals
      outbox?.remove(entry.name)
    } else {
      hosts[entry.name.host] = entry.position
    }
    window.add(SharedWindow.Entry(place: entry.place, n: 0, isOwn: isOwn))
    do throws(SharedCommand.UnknownCommand) {
      switch try SharedCommand(entry.action) {
      case .undo(let positions): takeBack(positions, removals, at: entry)
      case .state(let position, let code, let digest):
        compare(digest, at: position, code, from: SharedLog.label(entry.name.host))
      case .upgrade(let code): upgrade(to: code, at: entry)
      case nil: return
      }
    } catch {
      stop(
        because: LogFailure(
          .incompatible,
          "\(name): entry \(entry.position) of \(SharedLog.label(entry.name.host)) is \(error.name), which this version does not know; update it"
        ))
    }
  }

  /// Rolls back the own actions that the log has not confirmed, calls `body`, and reduces them again.
  func withoutPending(_ body: () throws(HostError) -> Void) throws(HostError) {
    let waiting = sent.filter(\.isReduced)
    if let first = waiting.first {
      let kept = waiting.compactMap { tree.history.entry($0.n).map(tree.history.kept) }
      _ = try travel.confirm(
        from: first.n, removing: Set(waiting.map(\.n)), as: .confirm, peers: [], refused: [], arrange: { $0 })
      for action in kept {
        if let index = sent.firstIndex(where: { $0.n == action.n }) { sent[index].kept = action }
      }
    }
    try body()
    if sent.contains(where: { $0.kept != nil }) { try rebase(from: .max) }
  }

  /// Reduces the actions from `first` on again, and then those that wait. Returns the refusals, also of actions that do not wait any
  /// more; see ``TimeTravel/confirm(from:removing:as:peers:refused:arrange:)``.
  @discardableResult
  func rebase(
    from first: Int, removing removals: Set<Int> = [], as command: RebaseCommand = .confirm,
    arrange: ([Rebase.Action]) -> [Rebase.Action] = { $0 }
  ) throws(HostError) -> (refusals: [Int: (error: HostError, kept: History.Kept)], report: RebaseReport) {
    let result = try travel.confirm(
      from: first, removing: removals, as: command, peers: Set(sent.map(\.n)), refused: sent.compactMap(\.kept),
      arrange: arrange)
    for index in sent.indices {
      let refusal = result.refusals[sent[index].n]
      (sent[index].refusal, sent[index].kept) = (refusal?.error, refusal?.kept)
    }
    return result
  }
}
