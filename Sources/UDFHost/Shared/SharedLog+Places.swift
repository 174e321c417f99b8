import UDFLog

/// Connects actions of the history with their entries in the log.
extension SharedLog {
  /// Returns the entry of an action by the action's number. Without a position, the log has not confirmed it.
  func entry(of n: Int) -> (name: EntryName, position: Int64?)? {
    if let entry = entries[n] { return (entry.name, entry.position) }
    // The numbers ascend. The search stops early, because `sent` is long while the log does not answer.
    let last = sent.last { $0.n <= n && $0.command == nil }
    return last.flatMap { $0.n == n ? (EntryName(host, $0.number), nil) : nil }
  }

  func origin(of n: Int) -> SharedOrigin? { entry(of: n).map { origin($0.name.host, $0.position) } }

  func origin(ofLast n: Int, isOwn: Bool) -> SharedOrigin {
    if !isOwn, let received { return origin(received.name.host, received.position) }
    return origin(of: n) ?? origin(host, nil)
  }

  private func origin(_ sender: String, _ position: Int64?) -> SharedOrigin {
    SharedOrigin(host: HostName.label(sender), position: position, isEarlier: position.map { $0 <= joined } ?? false)
  }

  /// Returns the number of the action of an entry. If the history does not contain an action for the entry (an undo, or
  /// an action that was undone), returns the last action before it.
  func action(at position: Int64) throws(HostError) -> Int {
    guard isOn else {
      throw HostError(usage: "at: log:\(position): this app follows no log; start it with --log")
    }
    let kept = entries.filter { tree.history.entry($0.key) != nil }
    let last = head?.place.position ?? 0
    guard position <= last,
      let entry = kept.filter({ $0.value.position <= position }).max(by: { $0.value.position < $1.value.position })
    else {
      let range = kept.values.map(\.position).min().map { "it has the entries from \($0) to \(last)" }
      throw HostError(
        usage: "at: log:\(position): the history does not have this entry of the log; \(range ?? "it has none")")
    }
    return entry.key
  }
}
