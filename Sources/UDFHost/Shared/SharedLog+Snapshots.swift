import LuaRuntime
import UDFLog

extension SharedLog {
  /// The newest snapshot that hosts with this code have saved; nil: there is none.
  static func snapshot(in log: ActionLog, of code: String, epoch: String) async throws(LogFailure) -> LogSnapshot? {
    let snapshot = try await log.snapshot(reducers: code)
    return snapshot?.epoch == epoch ? snapshot : nil
  }

  /// Puts the state of a snapshot in place of that of the shared features. The history is empty then but for the own actions that wait.
  ///
  /// - Parameter number: the number of the last own entry that the snapshot contains.
  func restore(_ snapshot: LogSnapshot, includes number: Int64) throws(HostError) {
    var settled: [SharedAction] = []
    try withoutPending { [self] () throws(HostError) in
      let names = features.sorted()
      let former = tree.contents(of: names)
      let state = TapeReader.value(of: snapshot.body)
      tree.history.clear("the snapshot of the shared log")
      travel.clear()
      for name in names { tree.slices[name]?.setContent(state[name], defaults: nil) }
      var report = RebaseReport()
      report.changes = tree.changes(since: former)
      while let first = sent.first, first.number <= number {
        settled.append(first)
        sent.removeFirst()
      }
      travel.didRebase(.confirm, report, without: Set(settled.map(\.n)))
    }
    if let last = settled.last { outbox?.remove(EntryName(host, last.number)) }
    window.removeAll()
    floor = snapshot.place.position
    known = floor
    report(unread: settled.filter { $0.command == nil })
  }

  /// Warns about own actions whose entries were removed before this host has read them.
  private func report(unread actions: [SharedAction]) {
    guard !actions.isEmpty else { return }
    let names = actions.prefix(3).map { "#\($0.n) \(tree.actions[$0.id].name)" }.joined(separator: ", ")
    let more = actions.count > 3 ? " and \(actions.count - 3) more" : ""
    notify(
      "warning",
      """
      the log has \(names)\(more), and removed the entries before this host read them
        Whether the reducers accepted them is in the state alone; their effects do not run.
      """)
  }

  /// The state of the shared features after an entry, in byte form. No undo must reach the entry any more.
  func state(after position: Int64) throws(HostError) -> [UInt8] {
    var state: Record = [:]
    func read() throws(HostError) {
      for name in features.sorted() {
        do throws(LuaError) { state[name] = try tree.slices[name]?.plain ?? .none } catch { throw HostError(error) }
      }
    }
    if let next = firstKept(after: position) { try tree.history.before(next, read) } else { try read() }
    return TapeWriter.bytes(of: .map(state))
  }

  /// The first action in the history that the log has after a position, or that waits for it.
  func firstKept(after position: Int64) -> History.Entry? {
    for entry in window.after(position) where entry.n > 0 {
      if let kept = tree.history.entry(entry.n) { return kept }
    }
    return sent.first(where: \.isReduced).flatMap { tree.history.entry($0.n) }
  }

  /// Makes the snapshots that are due: of states that no undo can change any more. The host that sent the entry that makes one due
  /// saves it; the others keep its digest to compare.
  func takeSnapshots() {
    guard let head, phase != .stopped else { return }
    while nextSnapshot + SharedWindow.reach <= head.place.position {
      let position = nextSnapshot
      nextSnapshot += interval
      guard let place = window[position]?.place else { continue }
      do throws(HostError) {
        let body = try state(after: position)
        let digest = LogSnapshot.digest(of: body)
        digests = digests.filter { $0.key > position - 4 * interval }
        digests[position] = digest
        if window[position + SharedWindow.reach]?.isOwn == true { save(body, digest, at: place) }
      } catch {
        notify("warning", "the state at entry \(position) cannot be saved: \(error.message)")
      }
    }
  }

  func save(_ body: [UInt8], _ digest: String, at place: LogPlace) {
    guard let log, let epoch = head?.epoch, !isReadOnly else { return }
    let snapshot = LogSnapshot(place, epoch: epoch, reducers: code, body: body)
    Task.detached { [inbox] in
      do throws(LogFailure) {
        try await log.save(snapshot)
        inbox.post(.saved(position: place.position, digest: digest))
      } catch {
        inbox.post(.problem("the snapshot at entry \(place.position) was not saved: \(error.message)"))
      }
    }
  }

  /// Removes the entries that the newest known snapshot contains.
  func trim() throws(HostError) {
    guard let log, let position = known else {
      throw HostError(
        code: "usage",
        message: """
          :log trim: there is no snapshot of this code yet
            The first is saved \(Int(interval + SharedWindow.reach)) entries after the beginning.
          """)
    }
    if let refusal = refusal(of: ":log trim") { throw refusal }
    Task.detached { [inbox] in
      do throws(LogFailure) { try await log.trim(below: position + 1) } catch {
        inbox.post(.problem("the entries up to \(position) were not removed: \(error.message)"))
      }
    }
  }

  // MARK: comparing

  /// Compares the digest that another host has of the state after an entry.
  func compare(_ digest: String, at position: Int64, _ code: String, from sender: String) {
    guard code == self.code else { return }
    known = max(known ?? 0, position)
    guard let own = digests[position], own != digest, let log else { return }
    Task.detached { [inbox] in
      let snapshot = try? await log.snapshot(reducers: code)
      inbox.post(.differs(position: position, from: sender, snapshot?.place.position == position ? snapshot : nil))
    }
  }

  /// Stops, because the state after an entry is not that of another host.
  func reportDifference(at position: Int64, from sender: String, _ snapshot: LogSnapshot?) {
    var place = ""
    if let snapshot, window[position + 1] != nil, let body = try? state(after: position) {
      let changes = Change.between(
        TapeReader.value(of: body), TapeReader.value(of: snapshot.body), at: Path([]))
      if let first = changes.first { place = ", first at \(first.path)" }
    }
    stop(
      because: LogFailure(
        .diverged,
        """
        \(name): the state after entry \(position) is not that of \(sender)\(place)
          A reducer depends on more than its state and its action.
          To fix this, mend the reducer on all hosts, and start the app again.
        """))
  }
}
