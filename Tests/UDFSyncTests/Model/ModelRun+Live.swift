import UDF

@testable import UDFSync

// Events of live streams, and their faults.
extension ModelRun {
  /// Lets something come over the current device's stream, or happen to it.
  mutating func useStream() throws {
    guard let stream = device.stream else { return }
    guard hasFaults else { return try deliver() }
    switch draw(14) {
    case 0: try endStream(.failure(remoteFault()), "stream broken")
    case 1: try endStream(.success(.end), "stream ended")
    case 2:
      if !stream.hasBegun { try endStream(.success(.absent), "no stream") }
    case 3:
      count(event: "stream dead")
      device.stream?.isDead = true
    case 4:
      // Somebody else's page, or one that has come before.
      guard stream.isReading, !stream.isDead,
        case .success(.page(var page)) = replica.pull(all(for: ""))
      else { return }
      page.from = draw(2) == 0 ? .some("T\(draw(20))") : .some(nil)
      guard page.from != .some(stream.request.token) else { return }
      count(event: "foreign page")
      device.stream?.isReading = false
      try receive(.streamed(stream.number, .success(.page(page))))
    default: try deliver()
    }
  }

  /// Whether the current device's stream has something to send to an engine that reads.
  var hasLivePage: Bool { livePage != nil }

  private var livePage: Result<PullReply, RemoteFailure>? {
    guard let stream = device.stream, stream.isReading, !stream.isDead else { return nil }
    let reply = server.pull(stream.request)
    guard case .success(.page(let page)) = reply, stream.hasBegun else { return reply }
    return page.changes.isEmpty && page.mutations == stream.mutations && page.next == stream.request.token ? nil : reply
  }

  /// Sends the next page, or a comment if there is none.
  private mutating func deliver() throws {
    guard let stream = device.stream, !stream.isDead else { return }
    switch livePage {
    case nil:
      // Behind a page that the engine has not read, no comment can be read either.
      guard stream.isReading else { return }
      try receive(.progressed(stream.number, RequestProgress(first: uptime, last: uptime)))
    case .failure(let failure): try endStream(.failure(failure), "stream expired")
    case .success(.notModified): break
    case .success(.page(let page)):
      count(event: "live page")
      device.stream?.hasBegun = true
      device.stream?.isReading = false
      device.stream?.mutations = page.mutations
      device.stream?.request.token = page.next
      try receive(.progressed(stream.number, RequestProgress(first: uptime, last: uptime)))
      try receive(.streamed(stream.number, .success(.page(page))))
    }
  }

  private mutating func endStream(_ last: Result<LiveReply, RemoteFailure>, _ what: String) throws {
    guard let stream = device.stream, !stream.isDead, stream.isReading else { return }
    count(event: what)
    device.stream = nil
    try receive(.streamed(stream.number, last))
  }

  private mutating func count(event: String) { events[event, default: 0] += 1 }
}
