import LuaRuntime
import UDFLog

extension SharedLog {
  /// Refuses a generation whose code for the shared features differs from the log's code, unless an entry of the log
  /// demands this code.
  func check(_ generation: Generation) throws(HostError) {
    guard isOn, phase != .stopped, (head?.place.position ?? 0) > 0 || !sent.isEmpty else { return }
    let new = generation.sharedCode(tree.machine)
    if let expectedCode, new != expectedCode {
      throw HostError(usage: "the files have the code \(new), and the log demands \(expectedCode)")
    }
    guard new != code, expectedCode == nil else { return }
    throw HostError(
      usage: """
        the code of \(features.sorted().joined(separator: ", ")) is shared through \(name), and all hosts must change it at once
          Nothing was reloaded.
          To fix this, save the same files on all hosts, and enter :log upgrade on one.
        """)
  }

  /// Makes all hosts run the files on this host's disk, beginning with one entry of the log. Throws if these files do
  /// not load, or if they are the running files and no other host runs other code. If this host waits for the state of another host, all
  /// hosts continue from the state of this one instead.
  func upgrade() throws(HostError) {
    guard isOn else {
      throw HostError(usage: ":log upgrade: this app follows no log; start it with --log")
    }
    if let refusal = refusal(of: ":log upgrade") { throw refusal }
    let reason = phase == .disconnected ? "does not answer" : "has not confirmed the upgrade that this host requested"
    guard phase != .disconnected, !isTakingOver, !isUpgrading else {
      throw HostError(usage: ":log upgrade: the log \(reason); wait for it")
    }
    try travel.refuseIfRunning(":log upgrade")
    let generation = try travel.reloader.stage(keeping: [:], reset: false)
    let new = generation.sharedCode(tree.machine)
    generation.discard(from: tree)
    if phase == .joining, awaited != nil, let place = head?.place {
      guard new == code else {
        throw HostError(
          usage: ":log upgrade: the files have changed since this host waits; start the app again to run them")
      }
      joining?.cancel()
      isTakingOver = true
      return subscribe(after: place)
    }
    guard new != code || !otherCode.isEmpty else {
      throw HostError(
        usage:
          ":log upgrade: the files of \(features.sorted().joined(separator: ", ")) are those that run; save other ones first"
      )
    }
    send(.upgrade(to: new))
  }

  /// Whether an own command that changes the code waits for the log.
  private var isUpgrading: Bool { sent.contains { $0.command.map(SharedCommand.isUpgrade) == true } }

  /// Whether the state of this host is that of the others.
  var isAgreed: Bool { awaited == nil && !isTakingOver }

  /// Appends the command that makes all hosts continue from the state of this one.
  func takeOver() { if !isUpgrading { send(.takeOver(to: code)) } }

  /// Waits for the state that another host saves after ``awaited``, and continues from it.
  func joinAgain() {
    guard let awaited else { return }
    rejoin(from: awaited.position)
    let other = awaited.from.map(HostName.label) ?? "a host that ran the former code"
    let fix =
      isReadOnly
      ? " on a host that may send: then all continue from its state"
      : ": then all hosts continue from the state of this one"
    problem = """
      \(name): waits until \(other) has saved the state after entry \(awaited.position)
        If there is no such host, enter :log upgrade\(fix).
      """
    notify("info", "\(problem ?? "")")
  }

  /// Changes to the code that an entry demands. Later entries wait while a script runs.
  func upgrade(to new: String, fromSender: Bool = false, at entry: LogEntry) {
    let isPast = entry.position <= joined
    // This host was started with code that the log does not know, and reduces all entries with it.
    if new != code, !knowsCode, isPast {
      otherCode[entry.name.host] = false
      return
    }
    let isOwn = entry.name.host == host
    (digests, known, otherCode, knowsCode) = ([:], nil, [:], true)
    do throws(HostError) {
      // Another host may have requested the same upgrade, so its code may run already.
      let hasState = fromSender ? isOwn : new != code || upgradedTo == new && awaited == nil
      if new != code { try change(to: new) }
      upgradedTo = new
      if fromSender && isOwn { (awaited, isTakingOver) = (nil, false) }
      if isTakingOver { return }
      if hasState {
        // Hosts that start later need this snapshot, and the host that requested the upgrade may have ended.
        save(try upgraded(at: entry.position), at: entry.place, ifMissing: !fromSender)
      } else {
        awaited = (entry.position, fromSender ? entry.name.host : nil)
        // A later entry that the log has already may change the code again.
        if !isPast { joinAgain() }
      }
    } catch {
      stop(
        because: LogFailure(
          .refused,
          """
          \(name): entry \(entry.position) of \(HostName.label(entry.name.host)) changes the code of the shared features, and this host's files do not \
          load as that: \(error.message)
            To fix this, copy the files of the other hosts, and start the app again.
          """))
    }
  }

  /// Reloads the files as this code, and keeps and migrates the state.
  private func change(to new: String) throws(HostError) {
    (awaited, isTakingOver) = (nil, false)
    let report = try rollBackPending()
    if !report.changes.isEmpty { travel.didRebase(.confirm, report, without: []) }
    let error = reload(to: new)
    if error == nil {
      // Observers of the reload may have sent further actions.
      _ = try rollBackPending()
      // With the new code, earlier actions may have other results than those in the snapshot.
      tree.history.clear("the upgrade of the shared features")
      travel.clear()
      window.removeAll()
    }
    if sent.contains(where: { $0.kept != nil }) { try rebase(from: .max) }
    if let error { throw error }
  }

  /// Returns the snapshot after an upgrade, and keeps its digest: another host may save another state at this entry.
  private func upgraded(at position: Int64) throws(HostError) -> SharedSnapshot {
    let content = try snapshot()
    digests[position] = content.digest
    return content
  }

  private func reload(to new: String) -> HostError? {
    expectedCode = new
    defer { expectedCode = nil }
    // All hosts must change to the code that the log demands, even if it refuses actions that they have accepted.
    func load() -> HostError? { travel.reloader.reload(reset: false, triesReducers: false).error }
    let error = load()
    // Ctrl-C has stopped the first load, so the files are loaded once more.
    return error?.isStop == true ? load() : error
  }
}
