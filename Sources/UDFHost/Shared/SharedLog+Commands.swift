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

  /// Executes a command of the log. Returns false if that must be done later, because the user has interrupted a line.
  func carryOut(_ entry: LogEntry) -> Bool {
    let isOwn = entry.name.host == host
    do throws(SharedCommand.UnknownCommand) {
      switch try SharedCommand(entry.action) {
      case .undo(let positions):
        let removals = isOwn ? sent.first?.removals ?? [] : []
        guard takeBack(positions, removals, at: entry) else { return false }
      case .state(let position, let code, let digest):
        compare(digest, at: position, code, from: SharedLog.label(entry.name.host))
      case .upgrade(let code): upgrade(to: code, at: entry)
      case nil: break
      }
    } catch {
      stop(
        because: LogFailure(
          .incompatible,
          "\(name): entry \(entry.position) of \(SharedLog.label(entry.name.host)) is \(error.name), which this version does not know; update it"
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
  /// those of actions that no longer wait; see ``TimeTravel/confirm(_:as:)``.
  @discardableResult
  func rebase(
    from first: Int, removing removals: Set<Int> = [], as command: RebaseCommand = .confirm,
    arrange: ([Rebase.Action]) -> [Rebase.Action] = { $0 }
  ) throws(HostError) -> TimeTravel.Rearrangement {
    let result = try rearrange(from: first, removing: removals, arrange: arrange)
    travel.confirm(result, as: command)
    return result
  }
}
