import LuaRuntime
import UDFLog

extension SharedLog {
  // MARK: making

  /// The shared state without the own actions that wait.
  func confirmedState() throws(HostError) -> Record {
    try state(before: sent.first(where: \.isReduced).flatMap { tree.history.entry($0.n) })
  }

  /// The shared state before an action of the history; nil: the present one.
  private func state(before entry: History.Entry?) throws(HostError) -> Record {
    var state: Record = [:]
    func read() throws(HostError) {
      for name in features.sorted() {
        do throws(LuaError) { state[name] = try tree.slices[name]?.plain ?? .none } catch { throw HostError(error) }
      }
    }
    if let entry { try tree.history.before(entry, read) } else { try read() }
    return state
  }

  /// Returns the shared state after an entry, without actions that were undone later and own actions that wait.
  private func state(after position: Int64) throws(HostError) -> Record {
    guard let next = firstKept(after: position) else { return try confirmedState() }
    return try state(before: next)
  }

  /// Returns the first action after a position of the log that the history still contains.
  func firstKept(after position: Int64) -> History.Entry? {
    for action in window.after(position) {
      if let kept = tree.history.entry(action.n) { return kept }
    }
    return nil
  }

  /// The shared state now, with the actions that an undo can remove from it.
  func snapshot() throws(HostError) -> SharedSnapshot {
    let state = try confirmedState()
    var former = state
    var actions: [SharedSnapshot.Action] = []
    for (position, n) in window.after(window.last - window.reach) {
      guard let kept = tree.history.entry(n), let name = entries[n]?.name else { continue }
      if actions.isEmpty { former = try self.state(before: kept) }
      let action = TapeReader.value(of: tree.history.kept(kept).bytes)
      actions.append(SharedSnapshot.Action(position: position, name: name, action: action))
    }
    return SharedSnapshot(state: state, former: former, actions: actions)
  }

  /// Makes the snapshot that is due after an entry. The host that sent the entry saves the snapshot; the others keep
  /// its digest for a comparison.
  func takeSnapshot(after entry: LogEntry) {
    guard phase != .stopped, phase != .joining, isAgreed, entry.position % interval == 0,
      !SharedCommand.isAnnouncement(entry.action)
    else { return }
    do throws(HostError) {
      digests = digests.filter { $0.key > entry.position - 4 * interval }
      digests[entry.position] = SharedSnapshot.digest(of: try confirmedState())
      if entry.name.host == host { save(try snapshot(), at: entry.place) }
    } catch {
      notify("warning", "the state at entry \(entry.position) cannot be saved: \(error.message)")
    }
  }

  /// Saves a snapshot of this code in the log.
  ///
  /// - Parameter ifMissing: if true, saves nothing if the log already has this snapshot or a later one.
  func save(_ content: SharedSnapshot, at place: LogPlace, ifMissing: Bool = false) {
    guard let log, let epoch = head?.epoch, !isReadOnly else { return }
    let snapshot = LogSnapshot(place, epoch: epoch, reducers: code, body: content.bytes)
    let digest = content.digest
    saves.enter()
    Task.detached { [inbox, saves, code] in
      defer { saves.leave() }
      do throws(LogFailure) {
        if ifMissing, let newest = try await log.snapshot(reducers: code), newest.epoch == epoch,
          newest.place.position >= place.position
        {
          return
        }
        try await log.save(snapshot)
        inbox.post(.saved(position: place.position, code: code, digest: digest))
      } catch {
        inbox.post(.problem("the snapshot at entry \(place.position) was not saved: \(error.message)"))
      }
    }
  }

  /// Announces a snapshot of this host to the other hosts, unless all hosts now run other code.
  func didSave(at position: Int64, _ code: String, _ digest: String) {
    guard code == self.code else { return }
    known = max(known ?? 0, position)
    if phase != .stopped { send(.state(after: position, reducers: code, digest: digest)) }
  }

  /// Removes the entries that the newest known snapshot contains.
  func trim() throws(HostError) {
    if let refusal = refusal(of: ":log trim") { throw refusal }
    guard let log, let position = known else {
      throw HostError(
        usage: ":log trim: there is no snapshot of this code yet\n  The first is saved at entry \(interval).")
    }
    Task.detached { [inbox] in
      do throws(LogFailure) {
        try await log.trim(below: position + 1)
        inbox.post(.trimmed(to: position))
      } catch {
        inbox.post(.problem("the entries up to \(position) were not removed: \(error.message)"))
      }
    }
  }

  // MARK: comparing

  /// Compares another host's digest of the state after an entry with this host's digest.
  func compare(_ digest: String, at position: Int64, _ code: String, from sender: String) {
    guard code == self.code, isAgreed else { return }
    known = max(known ?? 0, position)
    guard let own = digests[position], own != digest, let log else { return }
    Task.detached { [inbox] in
      let snapshot = try? await log.snapshot(reducers: code)
      inbox.post(.differs(position: position, from: sender, snapshot?.place.position == position ? snapshot : nil))
    }
  }

  /// Stops, because the state after an entry differs from the state of another host.
  func reportDifference(at position: Int64, from sender: String, _ snapshot: LogSnapshot?) {
    var place = ""
    if let other = snapshot.flatMap({ SharedSnapshot($0.body) }), let own = try? state(after: position) {
      let changes = Change.between(.map(own), .map(other.state), at: Path([]))
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
