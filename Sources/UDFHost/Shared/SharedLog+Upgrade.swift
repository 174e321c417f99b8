import LuaRuntime
import UDFLog

extension SharedLog {
  /// Refuses a generation with other code for the shared features than the log's, unless the log has come to it.
  func check(_ generation: Generation) throws(HostError) {
    guard isOn, phase != .stopped, (head?.place.position ?? 0) > 0 || !sent.isEmpty else { return }
    let new = generation.reducers(of: Set(generation.features.filter(\.isShared).map(\.name)), tree.machine)
    if let expectedCode, new != expectedCode {
      throw HostError(code: "usage", message: "the files have the code \(new), and the log demands \(expectedCode)")
    }
    guard new != code, expectedCode == nil else { return }
    throw HostError(
      code: "usage",
      message: """
        the code of \(features.sorted().joined(separator: ", ")) is shared through \(name), and all hosts must change it at once
          Nothing was reloaded.
          To fix this, save the same files on all hosts, and enter :log upgrade on one.
        """)
  }

  /// Makes all hosts run the files as they are on this host's disk from one entry of the log on. Throws if these files fail to load,
  /// or are those that run, unless other hosts run others.
  func upgrade() throws(HostError) {
    guard isOn else {
      throw HostError(code: "usage", message: ":log upgrade: this app follows no log; start it with --log")
    }
    if let refusal = refusal(of: ":log upgrade") { throw refusal }
    try travel.refuseIfRunning(":log upgrade")
    let generation = try travel.reloader.stage(keeping: [:], reset: false)
    let new = generation.reducers(of: Set(generation.features.filter(\.isShared).map(\.name)), tree.machine)
    generation.discard(from: tree)
    guard new != code || !otherCode.isEmpty else {
      throw HostError(
        code: "usage",
        message:
          ":log upgrade: the files of \(features.sorted().joined(separator: ", ")) are those that run; save other ones first"
      )
    }
    send(.upgrade(to: new))
  }

  /// Takes over the state of the hosts that ran the former code: this host ran the new code before the others, so it may have another
  /// state. Waits until one of them has saved it.
  private func joinAgain(after position: Int64) {
    rejoin(from: position)
    problem = "\(name): waits until a host that ran the former code has saved the state after entry \(position)"
    notify("info", "\(problem ?? "")")
  }

  /// Changes to the code that an entry demands. Entries after it wait while a script runs.
  func upgrade(to new: String, at entry: LogEntry) {
    (digests, known, otherCode) = ([:], nil, [:])
    if new == code { return joinAgain(after: entry.position) }
    do throws(HostError) {
      let report = try rollBackPending()
      if !report.changes.isEmpty { travel.didRebase(.confirm, report, without: []) }
      let error = reload(to: new)
      if error == nil {
        // Observers of the reload may have sent more.
        _ = try rollBackPending()
        // With the new code, what is before has other results than on hosts that begin with the snapshot.
        tree.history.clear("the upgrade of the shared features")
        travel.clear()
        window.removeAll()
        // Hosts that start later need it, and the host that has asked for the upgrade may have ended.
        save(try snapshot(), at: entry.place, ifMissing: true)
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

  private func reload(to new: String) -> HostError? {
    expectedCode = new
    defer { expectedCode = nil }
    let error = travel.reloader.reload(reset: false).error
    // Ctrl-C has stopped the files while they were loaded.
    return error?.isStop == true ? travel.reloader.reload(reset: false).error : error
  }
}
