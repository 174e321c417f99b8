import LuaRuntime
import UDF
import UDFLog

extension SharedLog: SharedActions {
  /// The maximum size of an action. The rest of an entry is for the hash of the code.
  private static let sizeLimit = LogAction.sizeLimit - 65_536

  func accepts(size: Int) -> Bool { objection(size: size) == nil }

  func refusal(of type: String, size: Int = 0) -> HostError? {
    objection(size: size).map { HostError(code: "refused", message: "\(type): \($0)") }
  }

  /// Why no action of this size in bytes can be sent now; nil: it can be sent.
  private func objection(size: Int) -> String? {
    if isReadOnly { return "this host only reads the log; remove mode=read from its address to send" }
    if phase == .stopped { return "this host no longer follows the log: \(problem ?? "")" }
    if sent.count >= SharedLog.limit {
      return "\(SharedLog.limit) actions wait for the log already; send it again when the log answers"
    }
    guard size > SharedLog.sizeLimit else { return nil }
    return
      "the action has \(size) bytes, and a shared one at most \(SharedLog.sizeLimit); send less, or the name of a file"
  }

  func didCommit(_ action: Dispatched, screen: Int, effect: Effect<HostAction>) {
    lastNumber += 1
    let cause = action.cause > 0 ? entry(of: action.cause)?.name : nil
    sent.append(SharedAction(number: lastNumber, action, cause: cause, screen: screen, effect: effect))
    if tree.history.pinned == nil { tree.history.pinned = action.n }
    head?.add()
    if outbox != nil { addUnsaved(cause) }
    push()
    guard let count = unsaved?.count else { return }
    // After a script, the next turn saves the rest.
    if count == SharedLog.saveLimit || tree.machine.depth == 0 { save() } else if count == 1 { bell.ring() }
  }

  /// Adds the last action to those that the outbox does not have.
  private func addUnsaved(_ cause: EntryName?) {
    tree.withData { [self] data in
      if unsaved != nil, unsaved?.cause == cause {
        unsaved?.append(data)
      } else {
        save()
        let action = LogAction(Array(data), stamp: reducers, cause: cause)
        unsaved = LogRun(EntryName(host, lastNumber), action, epoch: head?.epoch)
      }
    }
  }

  /// Passes the last own actions to the outbox: together, because a call for each takes 500 instructions.
  func save() {
    if let run = unsaved.take() { outbox?.add(run) }
  }

  /// Returns an action or a command in the form in which it is appended.
  func logged(_ action: SharedAction) throws(HostError) -> LogAction {
    if let command = action.command { return command }
    return LogAction(try bytes(of: action), stamp: reducers, cause: action.cause)
  }

  /// Returns an own action in byte form. The history keeps it until the log has confirmed it.
  private func bytes(of action: SharedAction) throws(HostError) -> [UInt8] {
    if let kept = action.kept { return kept.bytes }
    guard let entry = tree.history.entry(action.n) else { throw isLost(action) }
    return tree.history.bytes(of: entry)
  }

  /// Calls a function that reads own actions, and stops if it throws, because the history lacks one of them.
  func reading(_ body: () throws(HostError) -> Void) {
    do throws(HostError) { try body() } catch { stop(because: LogFailure(.refused, "\(name): \(error.message)")) }
  }

  // MARK: what the log says

  /// Processes the next entries.
  func confirm(_ entries: [LogEntry]) {
    // An earlier subscription may still deliver entries, so only the entries that continue the log are used.
    var position = head?.place.position ?? 0
    var rest = (held + entries).filter { entry in
      guard entry.position == position + 1 else { return false }
      position += 1
      return true
    }[...]
    held = []
    tree.history.isHeld = true
    while let first = rest.first, phase != .stopped, phase != .joining {
      // New code is loaded between two lines of the prompt, and an interrupted line stops every reducer until it ends.
      let next = tree.machine.isStopping || !isFree && SharedCommand.isUpgrade(first.action) ? [] : self.next(of: rest)
      guard let last = next.last, take(next) else {
        held = Array(rest)
        break
      }
      rest.removeFirst(next.count)
      takeSnapshot(after: last)
    }
    window.trim()
    pin()
    tree.history.isHeld = false
    tree.history.keepLimit()
    if self.entries.count > 2 * tree.history.entries.count + 100 { prune() }
  }

  /// Returns the entries to process together: one command, or own actions in the order in which they were sent, or one
  /// action if no own action waits; otherwise the actions up to the next snapshot.
  private func next(of rest: ArraySlice<LogEntry>) -> [LogEntry] {
    // Only one, because an observer of this action may send another one, which is reduced before the next entry.
    guard let head, let first = rest.first, head.pending > 0, !SharedCommand.isOne(first.action) else {
      return Array(rest.prefix(1))
    }
    let number = (first.position - 1) / interval
    let actions = rest.prefix { !SharedCommand.isOne($0.action) && ($0.position - 1) / interval == number }
    let own = head.confirmed(in: actions)
    return Array(own > 0 ? actions.prefix(own) : actions)
  }

  /// Processes entries. Returns false if they must be processed later, because the user has interrupted a line.
  private func take(_ entries: [LogEntry]) -> Bool {
    SharedCommand.isOne(entries[0].action) ? carryOut(entries[0]) : reduce(entries)
  }

  private func reduce(_ entries: [LogEntry]) -> Bool {
    var foreign: [Int64: SharedEntry] = [:]
    for entry in entries where entry.name.host != host || entry.name.number < sent.first?.number ?? .max {
      meet(entry)
      let action = TapeReader.value(of: entry.action.body)
      guard let id = number(of: action) else {
        let type = action["type"].text ?? "an action"
        let place = "entry \(entry.position) of \(HostName.label(entry.name.host))"
        stop(
          because: LogFailure(
            .incompatible,
            "\(name): \(place) is \(type), which this app does not share; update the app, or name the log of this app"))
        return true
      }
      // Another program may have written the log, and only well-formed bytes may reach the reducers.
      foreign[entry.position] = SharedEntry(id: id, bytes: TapeWriter.bytes(of: action))
    }
    guard let former = head?.place, let plan = head?.confirm(entries) else { return true }
    var settled: [SharedAction] = []
    do throws(HostError) {
      if plan.rollback > 0 {
        let before = (sent, window, self.entries)
        do throws(HostError) { settled = try rebase(plan.steps, foreign) } catch {
          (sent, window, self.entries) = before
          throw error
        }
      } else {
        settled = plan.unmoved.compactMap { settle($0) }
        for case .foreign(let entry) in plan.steps {
          if let read = foreign[entry.position] { try receive(entry, read) }
        }
      }
    } catch {
      if error.isStop, tree.machine.isStopping {
        head?.returnTo(former, plan)
        return false
      }
      let fix =
        error.isStop
        ? "\n  To fix this, start the app again with more time or memory: --time-limit, --memory-limit." : ""
      stop(
        because: LogFailure(
          .refused, "\(name): entry \(entries[0].position) is not reduced: \(error.message)\(fix)"))
      return true
    }
    if let last = plan.confirmed.last { outbox?.remove(last.name) }
    for action in settled { reading { () throws(HostError) in try conclude(action) } }
    return true
  }

  /// Reduces an action of another host after all others.
  private func receive(_ entry: LogEntry, _ read: SharedEntry) throws(HostError) {
    received = entry
    let (n, error) = dispatcher.receive(read.id, read.bytes)
    received = nil
    // The other hosts have reduced the action completely, so this host must not skip it.
    if let error, error.isStop { throw error }
    note(n, entry.name, entry.position)
    if let error { report(refusalOf: entry.name, read, n, error) }
  }

  /// Keeps the actions in the history that an undo may remove, or before which the log may still place other actions.
  func pin() {
    let oldest = firstKept(after: window.last - window.reach)?.n
    tree.history.pinned = oldest ?? sent.first { $0.isReduced && tree.history.entry($0.n) != nil }?.n
  }

  /// The number of the type of a shared action; nil: the app does not share such an action.
  func number(of action: Value) -> Int32? {
    let id = action["type"].text.flatMap(tree.actions.number(of:))
    return id.flatMap { tree.actions[$0].log === self ? $0 : nil }
  }

  /// Removes the first own action that waits, because the entry confirms it, and returns it.
  private func settle(_ entry: LogEntry) -> SharedAction? {
    guard let action = sent.popFirst() else { return nil }
    note(action.n, entry.name, entry.position)
    return action
  }

  /// Records the position of an entry's host, and warns if the host now reduces with other code.
  private func meet(_ entry: LogEntry) {
    let name = entry.name.host
    guard name != host else { return }
    hosts[name] = entry.position
    if hosts.count > 2000 { hosts = hosts.filter { $0.value > entry.position - 10_000 } }
    guard entry.action.stamp == reducers else {
      if otherCode[name] == nil { otherCode[name] = false }
      if phase == .live { warnOfOtherCode() }
      return
    }
    knowsCode = true
    // Earlier entries with other code were appended before the code was changed.
    if phase == .live { otherCode[name] = nil } else { otherCode = [:] }
  }

  /// Warns about hosts with other code. A host that joins warns after it has read the log.
  func warnOfOtherCode() {
    let names = Set(otherCode.filter { !$0.value }.keys.map(HostName.label)).sorted()
    guard !names.isEmpty else { return }
    for name in otherCode.keys { otherCode[name] = true }
    let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    notify(
      "warning",
      """
      the shared features have other code on \(shown), so the state there may differ from this one
        To fix this, run the same files on all hosts, or save this host's files on all of them and enter :log upgrade here.
      """)
  }

  /// Reports a confirmed own action and starts its effects, or notifies its feature that it was refused.
  private func conclude(_ action: SharedAction) throws(HostError) {
    if let refusal = action.refusal {
      return reject(
        action.id, try bytes(of: action), "#\(action.n)", action.n, refusal, origin: action.origin)
    }
    // Observers may empty the history.
    let bytes = tree.actions.types[Int(action.id)].effects.isEmpty ? [] : try bytes(of: action)
    if let entry = entries[action.n] { events.emit(.confirmed(action: action.n, position: entry.position)) }
    dispatcher.startEffects(ofConfirmed: action.id, bytes, n: action.n, screen: action.screen, work: action.effect)
  }

  /// Reports the refusal of an action that this host has appended for an earlier run.
  private func report(refusalOf name: EntryName, _ read: SharedEntry, _ n: Int, _ refusal: HostError) {
    guard let numbers = leftOvers[name.host], numbers.contains(name.number) else { return }
    reject(read.id, read.bytes, "of an earlier run:", n, refusal, origin: nil)
  }

  /// Reports a refusal and runs `onRejected`. A refusal of an action of the prompt, or without that function, is an error; that of an action of an
  /// earlier run, which has no origin, a warning.
  private func reject(_ id: Int32, _ bytes: [UInt8], _ subject: String, _ n: Int, _ refusal: HostError, origin: Origin?)
  {
    let type = tree.actions[id].name
    let isHandled = rejections[String(type.prefix { $0 != "/" })] != nil
    let text = "\(subject) \(type) is refused, because actions of other hosts came first: \(refusal.message)"
    if origin == .prompt || origin != nil && !isHandled {
      var error = refusal
      error.message = "log: \(text)"
      events.emit(.error(error, action: n))
    } else {
      notify("warning", text)
    }
    runRejection(id, bytes, n, refusal)
  }

  /// Runs `onRejected` of the action's feature.
  func runRejection(_ id: Int32, _ bytes: [UInt8], _ n: Int, _ refusal: HostError) {
    guard let effect = rejections[String(tree.actions[id].name.prefix { $0 != "/" })] else { return }
    let fields: Value = ["action": TapeReader.value(of: bytes), "problem": refusal.raised]
    dispatcher.effects.request(effect, action: TapeWriter.bytes(of: fields), n: n)
  }

  /// Records the entry of an action in the history.
  func note(_ n: Int, _ name: EntryName, _ position: Int64) {
    window.add(n, at: position)
    entries[n] = (name, position)
  }

  private func prune() {
    // Actions that were restored after the history was emptied have numbers that count as forgotten.
    let present = Set(tree.history.entries.map(\.n))
    let forgotten = tree.history.limit == 0 ? .max : tree.history.forgotten
    entries = entries.filter { $0.key > forgotten || present.contains($0.key) }
  }

  // MARK: rebase

  /// Reduces the entries, and then the own actions that still wait, in this order. Returns the confirmed own actions.
  private func rebase(_ steps: [RebasePlan.Step], _ foreign: [Int64: SharedEntry]) throws(HostError) -> [SharedAction] {
    let history = tree.history
    // The history contains no refused actions, so if all waiting actions are refused, nothing is rolled back.
    let first = sent.first(where: \.isReduced)?.n ?? .max
    if let lost = sent.first(where: { $0.isReduced && history.entry($0.n) == nil }) { throw isLost(lost) }
    var settled: [SharedAction] = []
    var received: [(name: EntryName, read: SharedEntry, n: Int)] = []
    var order: [History.Kept?] = []
    var ahead: [Int] = []
    for step in steps {
      switch step {
      case .foreign(let entry):
        guard let read = foreign[entry.position] else { continue }
        let kept = history.kept(foreign: read.id, read.bytes, time: clock.now)
        note(kept.n, entry.name, entry.position)
        received.append((entry.name, read, kept.n))
        order.append(kept)
        ahead.append(kept.n)
      case .own(let entry):
        guard let action = settle(entry) else { continue }
        settled.append(action)
        order.append(action.kept)
        ahead.append(action.n)
      }
    }
    let refusals = try rebase(from: first) { present in
      var rest = present
      let front = zip(ahead, order).compactMap { n, kept -> Rebase.Action? in
        if let index = rest.firstIndex(where: { $0.n == n }) { return rest.remove(at: index) }
        return kept.map { Rebase.Action(kept: $0) }
      }
      return front + rest
    }.refusals
    for index in settled.indices { settled[index].didReduce(refusals[settled[index].n]) }
    for (name, read, n) in received {
      if let error = refusals[n]?.error { report(refusalOf: name, read, n, error) }
    }
    return settled
  }
}
