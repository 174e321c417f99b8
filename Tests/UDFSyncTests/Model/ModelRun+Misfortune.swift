import UDF

@testable import UDFSync

// Changes of caches and servers that the engine does not make.
extension ModelRun {
  /// One of thirty.
  mutating func misfortune(_ roll: Int) throws {
    switch roll {
    case 0..<4: copy()
    case 4..<9: device.backup = device.table
    case 9..<15: if let backup = device.backup { restore(backup, "backup") }
    case 15..<22:
      guard !device.log.isEmpty else { return }
      restore(device.log[draw(device.log.count)], "cut log")
    default:
      guard server.protocolVersion == 1 else { return restoreServer() }
      note("the server learns version 2")
      server.protocolVersion = 2
      (replica, replicatedAt) = (server, uptime)
    }
  }

  private mutating func note(_ what: String) {
    events[what, default: 0] += 1
    trace.append((count, current, nil, what, []))
  }

  /// The process ends, and begins again with what was committed.
  mutating func crash() throws {
    note("crash")
    if case .commit(let write) = device.cacheCommand, draw(2) == 0 {
      _ = device.commit(write)
      for revival in write.revived { try noteRevived(as: revival.id, revival.parts.map { .parts($0) }) }
      // The requested removal was made, although it was not reported.
      if write.rows == .clear || !write.buried.isEmpty { forgetLost() }
    }
    device.relaunch(machine())
  }

  /// Somebody copies the cache while it is used, and uses the copy as well.
  private mutating func copy() {
    guard devices.count < 3 else { return }
    note("copy")
    isPlain = false
    devices.append(ModelDevice(device.table, machine()))
    devices[devices.count - 1].isWallTrusted = device.isWallTrusted
  }

  /// The process ends, and begins again with what the cache was some time ago.
  private mutating func restore(_ table: CacheTable, _ what: String) {
    note(what)
    isPlain = false
    device.replace(table)
    device.relaunch(machine())
    if hasWallMoved { device.isWallTrusted = false }
    // Nobody can bring back what only the cache had.
    forgetLost()
  }

  /// The server is restored to an earlier state.
  private mutating func restoreServer() {
    guard server.protocolVersion == 2, let backup, devices.allSatisfy(canSeeRestoring) else { return }
    note("the server is restored")
    isPlain = false
    if let name = server.epochName { epochs[name] = server }
    server.restore(backup)
    (replica, replicatedAt) = (server, uptime)
    timeline = [(-1e9, 0), (uptime, server.version)]
    forgetLost()
  }

  /// Whether a device can detect that the server is restored now.
  private func canSeeRestoring(_ device: ModelDevice) -> Bool {
    let contents = device.table.contents
    // A received page is being written. A page of a stream may wait for the answer to a push.
    guard device.cacheCommand == nil, device.resolving == nil, device.stream?.isReading != false else { return false }
    // The device may be restored to an earlier state.
    let former = device.log + [device.backup].compactMap(\.self)
    guard former.allSatisfy({ $0.contents.epoch != nil || $0.contents.token == nil }) else { return false }
    if contents.epoch != nil { return true }
    // A seed and an answer to a push carry no epoch: until a page has come, the engine cannot know the epoch of its rows.
    return contents.token == nil && (device.isQuiet || !contents.outbox.contains(where: \.isAcknowledged))
  }

  func isSomewhere(_ mutation: Mutation) -> Bool {
    server.hasMade(mutation)
      || devices.contains { $0.kept.contains { Identity($0) == Identity(mutation) && $0.isWhole(as: mutation) } }
  }

  /// A mutation that is lost with all copies is no longer promised.
  mutating func forgetLost() { promised = promised.filter { isSomewhere($0.value) } }
}

extension PendingMutation {
  /// Whether it has all the parts that a mutation had when it was promised; a policy may have made one of several of a row.
  fileprivate func isWhole(as mutation: Mutation) -> Bool { parts.count == mutation.parts.count }
}
