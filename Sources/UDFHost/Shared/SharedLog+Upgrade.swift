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
  /// not load, or if they are the running files and no other host runs other code.
  func upgrade() throws(HostError) {
    guard isOn else {
      throw HostError(usage: ":log upgrade: this app follows no log; start it with --log")
    }
    if let refusal = refusal(of: ":log upgrade") { throw refusal }
    guard !sent.contains(where: { $0.command.map(SharedCommand.isUpgrade) == true }) else {
      throw HostError(
        usage: ":log upgrade: the log has not yet confirmed the upgrade that this host requested; wait for it")
    }
    try travel.refuseIfRunning(":log upgrade")
    let generation = try travel.reloader.stage(keeping: [:], reset: false)
    let new = generation.sharedCode(tree.machine)
    generation.discard(from: tree)
    guard new != code || !otherCode.isEmpty else {
      throw HostError(
        usage:
          ":log upgrade: the files of \(features.sorted().joined(separator: ", ")) are those that run; save other ones first"
      )
    }
    send(.upgrade(to: new))
  }

  /// Replaces this host's state by the state of the hosts that ran the former code, because this host ran the new code
  /// before the others. Waits until one of them has saved its state.
  private func joinAgain(after position: Int64) {
    rejoin(from: position)
    problem = "\(name): waits until a host that ran the former code has saved the state after entry \(position)"
    notify("info", "\(problem ?? "")")
  }

  /// Changes to the code that an entry demands. Later entries wait while a script runs.
  func upgrade(to new: String, at entry: LogEntry) {
    (digests, known, otherCode) = ([:], nil, [:])
    do throws(HostError) {
      if new == code, upgradedTo != new {
        upgradedTo = new
        return joinAgain(after: entry.position)
      }
      // Another host may have requested the same upgrade, so its code may run already. The snapshot is saved all the same,
      // because a host that starts with the new files waits for it.
      if new == code { return save(try upgraded(at: entry.position), at: entry.place, ifMissing: true) }
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
        // Hosts that start later need this snapshot, and the host that requested the upgrade may have ended.
        save(try upgraded(at: entry.position), at: entry.place, ifMissing: true)
        upgradedTo = new
      }
      if sent.contains(where: { $0.kept != nil }) { try rebase(from: .max) }
      if let error { throw error }
    } catch {
      stop(
        because: LogFailure(
          .refused,
          """
          \(name): entry \(entry.position) of \(SharedLog.label(entry.name.host)) changes the code of the shared features, and this host's files do not \
          load as that: \(error.message)
            To fix this, copy the files of the other hosts, and start the app again.
          """))
    }
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
    let error = travel.reloader.reload(reset: false).error
    // Ctrl-C has stopped the first load, so the files are loaded once more.
    return error?.isStop == true ? travel.reloader.reload(reset: false).error : error
  }
}
