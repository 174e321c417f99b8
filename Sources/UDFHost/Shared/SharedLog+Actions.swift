import LuaRuntime
import UDF
import UDFLog

extension SharedLog: SharedActions {
  func refusal(of type: String) -> HostError? {
    let reason: String
    if isReadOnly {
      reason = "this host only reads the log; remove mode=read from its address to send"
    } else if phase == .stopped {
      reason = "this host follows the log no more: \(problem ?? "")"
    } else if sent.count >= SharedLog.limit {
      reason = "\(SharedLog.limit) actions wait for the log already; send it again when the log answers"
    } else {
      return nil
    }
    return HostError(code: "refused", message: "\(type): \(reason)")
  }

  func didCommit(_ action: Dispatched, _ bytes: [UInt8], screen: Int, effect: Effect<HostAction>) {
    lastNumber += 1
    let action = SharedAction(
      number: lastNumber, n: action.n, id: action.id, bytes: bytes, screen: screen, effect: effect)
    sent.append(action)
    if tree.history.pinned == nil { tree.history.pinned = action.n }
    let logged = logged(action)
    outbox?.add(EntryName(host, action.number), logged, epoch: head?.epoch)
    head?.add(logged)
    push()
  }

  func logged(_ action: SharedAction) -> LogAction {
    if let command = action.command { return command }
    let cause = tree.history.entry(action.n)?.cause ?? 0
    return LogAction(action.bytes, stamp: reducers, cause: cause > 0 ? entry(of: cause)?.name : nil)
  }

  // MARK: what the log says

  /// Takes in the next entries.
  func confirm(_ entries: [LogEntry]) {
    // An earlier subscription may still deliver others.
    var next = (head?.place.position ?? 0) + 1
    var rest = (held + entries).filter { entry in
      guard entry.position == next else { return false }
      next += 1
      return true
    }[...]
    held = []
    tree.history.isHeld = true
    while let first = rest.first, phase != .stopped, phase != .joining {
      if SharedCommand.isOne(first.action) {
        // New code is loaded between two lines of the prompt.
        if !isFree, case .upgrade? = try? SharedCommand(first.action) {
          held = Array(rest)
          break
        }
        rest.removeFirst()
        take(first)
      } else {
        let actions = Array(rest.prefix { !SharedCommand.isOne($0.action) })
        rest.removeFirst(actions.count)
        reduce(actions)
      }
      takeSnapshots()
    }
    window.trim()
    pin()
    tree.history.isHeld = false
    tree.history.keepLimit()
    if self.entries.count > 2 * tree.history.entries.count + 100 { prune() }
  }

  private func reduce(_ entries: [LogEntry]) {
    var foreign: [Int64: SharedEntry] = [:]
    for entry in entries where entry.name.host != host || entry.name.number < sent.first?.number ?? .max {
      meet(entry)
      guard let read = read(entry) else {
        let type = TapeReader.value(of: entry.action.body)["type"].text ?? "an action"
        let place = "entry \(entry.position) of \(SharedLog.label(entry.name.host))"
        return stop(
          because: LogFailure(
            .incompatible,
            "\(name): \(place) is \(type), which this app does not share; update the app, or name the log of this app"))
      }
      foreign[entry.position] = read
    }
    guard let plan = head?.confirm(entries) else { return }
    var settled = plan.unmoved.compactMap { settle($0, refusal: sent.first?.refusal) }
    if plan.rollback == 0 {
      for case .foreign(let entry) in plan.steps {
        guard let read = foreign[entry.position] else { continue }
        received = entry
        note(dispatcher.receive(read.id, read.bytes).n, entry)
        received = nil
      }
    } else {
      do throws(HostError) { settled += try rebase(plan.steps, foreign) } catch {
        return stop(because: LogFailure(.refused, "\(name): \(error.message)"))
      }
    }
    for action in settled { conclude(action) }
  }

  /// Keeps the actions in the history that an undo may remove, or before which the log may still put others.
  private func pin() {
    let oldest = (head?.place.position ?? 0) - SharedWindow.reach
    tree.history.pinned = firstKept(after: max(oldest, floor))?.n
  }

  /// Reads an entry of another host; nil: the app does not share such an action.
  private func read(_ entry: LogEntry) -> SharedEntry? {
    let action = TapeReader.value(of: entry.action.body)
    guard let name = action["type"].text, let id = tree.actions.number(of: name), tree.actions[id].log === self else {
      return nil
    }
    // Another program may have written the log, and only well-formed bytes may reach the reducers.
    return SharedEntry(id: id, bytes: TapeWriter.bytes(of: action))
  }

  /// Takes the first action that waits, which an entry is.
  private func settle(_ entry: LogEntry, refusal: HostError?) -> SharedAction? {
    guard var action = sent.popFirst() else { return nil }
    action.refusal = refusal
    window.add(SharedWindow.Entry(place: entry.place, n: action.n, isOwn: true))
    entries[action.n] = (entry.name, entry.position)
    outbox?.remove(entry.name)
    return action
  }

  /// Notes the host of an entry, and warns if it now reduces with other code.
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
    // Entries of other code before one of this code are from before a change of the code.
    if phase == .live { otherCode[name] = nil } else { otherCode = [:] }
  }

  /// Warns about hosts with other code. A host that joins does so when it has read the log.
  func warnOfOtherCode() {
    let names = Set(otherCode.filter { !$0.value }.keys.map(SharedLog.label)).sorted()
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

  /// Starts the effects of an own action that is final, or notifies its feature that it was refused.
  private func conclude(_ action: SharedAction) {
    guard let refusal = action.refusal else {
      return dispatcher.startEffects(
        ofConfirmed: action.id, action.bytes, n: action.n, screen: action.screen, work: action.effect)
    }
    let type = tree.actions[action.id].name
    notify("warning", "#\(action.n) \(type) is refused, because actions of other hosts came first: \(refusal.message)")
    guard let effect = rejections[String(type.prefix { $0 != "/" })] else { return }
    let fields: Value = ["action": TapeReader.value(of: action.bytes), "reason": .string(refusal.message)]
    dispatcher.effects.request(effect, action: TapeWriter.bytes(of: fields), n: action.n)
  }

  private func note(_ n: Int, _ entry: LogEntry) {
    window.add(SharedWindow.Entry(place: entry.place, n: n, isOwn: false))
    entries[n] = (entry.name, entry.position)
  }

  private func prune() {
    let isGone = tree.history.isForgotten
    entries = entries.filter { !isGone($0.key) }
  }

  // MARK: rebase

  /// Reduces the entries, and then the actions that still wait, in this order. Returns the own actions that are final now.
  private func rebase(
    _ steps: [RebasePlan.Step], _ foreign: [Int64: SharedEntry]
  ) throws(HostError) -> [SharedAction] {
    let history = tree.history
    // Those that are refused are in no history: without any other that waits, nothing is rolled back.
    let first = sent.first(where: \.isReduced)?.n ?? .max
    if let lost = sent.first(where: { $0.isReduced && history.entry($0.n) == nil }) {
      throw HostError(
        code: "refused",
        message:
          "#\(lost.n) \(tree.actions[lost.id].name) waits for the log and is no longer in the history; start the app again"
      )
    }
    var settled: [SharedAction] = []
    var order: [History.Kept?] = []
    var ahead: [Int] = []
    for step in steps {
      switch step {
      case .foreign(let entry):
        guard let read = foreign[entry.position] else { continue }
        let kept = history.kept(foreign: read.id, read.bytes, time: clock.now)
        note(kept.n, entry)
        order.append(kept)
        ahead.append(kept.n)
      case .own(let entry):
        guard let action = settle(entry, refusal: nil) else { continue }
        settled.append(action)
        order.append(action.kept)
        ahead.append(action.n)
      case .pending: continue
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
    for index in settled.indices { settled[index].refusal = refusals[settled[index].n]?.error }
    return settled
  }
}
