import LuaRuntime
import UDFLog

extension SharedLog: SharedUndo {
  func prepareUndo() { awaitConfirmation(seconds: 5) }

  func undo(_ actions: Set<Int>) throws(HostError) -> RebaseReport {
    let shared = actions.filter { n in tree.history.entry(n).map { tree.actions[$0.id].log === self } ?? false }
    var positions: [Int64] = []
    for n in shared.sorted() {
      let type = tree.history.entry(n).map { tree.actions[$0.id].name } ?? ""
      if let refusal = refusal(of: type) { throw HostError(code: refusal.code, message: "undo: \(refusal.message)") }
      guard let position = entry(of: n)?.position else {
        throw SharedLog.refusal(
          "#\(n) \(type) is not confirmed by the log yet", "try again when it is; :log shows how many wait")
      }
      guard position > (head?.place.position ?? 0) - window.reach else {
        throw SharedLog.refusal(
          "#\(n) \(type) is entry \(position) of the log, and undo reaches back \(window.reach) entries",
          "send an action that takes it back")
      }
      positions.append(position)
    }
    undone = nil
    send(.undo(positions), removing: actions.subtracting(shared))
    awaitConfirmation(seconds: 5)
    return undone ?? RebaseReport()
  }

  var redoRefusal: HostError? {
    // A local action can have caused the shared one: to send it again repeats both.
    guard let action = undone?.removed.filter({ $0.cause == nil }).min(by: { $0.n < $1.n }) else { return nil }
    let isShared = features.contains(String(action.type.prefix { $0 != "/" }))
    let line = action.type.replacing("/", with: ".") + LuaText.written(.map(action.fields))
    return HostError(
      usage: """
        redo: #\(action.n) \(action.type)\(isShared ? "" : ", with what it caused,") was taken back on all hosts of \
        the shared log, and only local actions can be done again
          To fix this, send it again: \(line)
        """)
  }

  private static func refusal(_ reason: String, _ fix: String) -> HostError {
    HostError(usage: "undo: \(reason)\n  Nothing was undone.\n  To fix this, \(fix).")
  }

  /// Removes the actions at these positions. Every host decides from the positions alone whether the entry is too late.
  /// Actions that the window no longer contains are older than an upgrade, and no host removes them. Returns false if
  /// the user has interrupted the removal.
  func takeBack(_ positions: [Int64], _ local: Set<Int>, at entry: LogEntry) -> Bool {
    guard positions.allSatisfy({ $0 >= entry.position - window.reach }) else {
      if entry.name.host == host {
        notify("warning", "nothing was undone: too many actions have followed the one to undo")
      }
      return true
    }
    let history = tree.history
    let named = positions.map { window[$0] }.filter { history.entry($0) != nil }
    var removals = local.filter { history.entry($0) != nil }
    for n in named { removals.formUnion(travel.localConsequences(of: n)) }
    // The order of the history may differ from the order of the numbers.
    guard let first = removals.min(by: { history.index(from: $0) < history.index(from: $1) }) else { return true }
    do throws(HostError) {
      let result = try rebase(from: first, removing: removals, as: .undo, by: entry.name.host)
      if entry.name.host == host { undone = result.report }
      // The rebase report shows them. The refusal of an action that waits is reported when the log has confirmed it.
      let waiting = Set(sent.map(\.n))
      for (n, refusal) in result.refusals.sorted(by: { $0.key < $1.key })
      where entries[n]?.name.host == host && !waiting.contains(n) {
        runRejection(refusal.kept.entry.id, refusal.kept.bytes, n, refusal.error)
      }
    } catch {
      if error.isStop, tree.machine.isStopping { return false }
      stop(because: LogFailure(.refused, "\(name): \(error.message)"))
    }
    return true
  }
}
