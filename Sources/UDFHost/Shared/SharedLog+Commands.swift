import LuaRuntime
import UDFLog

extension SharedLog {
  /// Appends a command after all own actions.
  func send(_ command: SharedCommand, removing local: Set<Int> = []) {
    save()
    lastNumber += 1
    sent.append(SharedAction(number: lastNumber, command: command.logged, removals: local))
    outbox?.add(LogRun(EntryName(host, lastNumber), command.leftOver, epoch: head?.epoch))
    head?.add()
    push()
  }

  /// Executes a command of the log. Returns false if that must be done later, because the user has interrupted a line.
  func carryOut(_ entry: LogEntry) -> Bool {
    let isOwn = entry.name.host == host
    do throws(SharedCommand.UnknownCommand) {
      switch try SharedCommand(entry.action) {
      case .undo(let positions):
        let removals = isOwn ? sent.first?.removals ?? [] : []
        guard takeBack(positions, removals, at: entry) else { return false }
      case .state(let position, let code, let digest):
        compare(digest, at: position, code, from: HostName.label(entry.name.host))
      case .upgrade(let code): upgrade(to: code, at: entry)
      case .takeOver(let code): upgrade(to: code, fromSender: true, at: entry)
      case nil: break
      }
    } catch {
      stop(
        because: LogFailure(
          .incompatible,
          "\(name): entry \(entry.position) of \(HostName.label(entry.name.host)) is \(error.name), which this version does not know; update it"
        ))
    }
    _ = head?.confirm([entry])
    window.add(0, at: entry.position)
    if isOwn, sent.first?.number == entry.name.number {
      sent.removeFirst()
      outbox?.remove(entry.name)
    } else {
      hosts[entry.name.host] = entry.position
    }
    return true
  }

  /// Reduces the actions from `first` on again, and then the own actions that wait. Returns the refusals, including
  /// those of actions that no longer wait; see ``TimeTravel/confirm(_:as:)``. `sender` is the host that requests the removals.
  @discardableResult
  func rebase(
    from first: Int, removing removals: Set<Int> = [], as command: RebaseCommand = .confirm, by sender: String? = nil,
    arrange: ([Rebase.Action]) -> [Rebase.Action] = { $0 }
  ) throws(HostError) -> TimeTravel.Rearrangement {
    var result = try rearrange(from: first, removing: removals, arrange: arrange)
    if let sender, sender != host { result.report.host = HostName.label(sender) }
    travel.confirm(result, as: command)
    return result
  }
}
