import Foundation
import UDFNetwork

extension SyncCheckRun {
  private static let liveRules = SyncRule.allCases.filter { $0.rawValue.hasPrefix("live-") }

  func checkLive() async {
    guard version > 1 else { return }
    guard token != nil else { return }
    guard offersLive else { return ledger.skip(Self.liveRules, "the server offers no live stream") }
    await checkUnknownLiveToken()
    // The token before the changes that the stream should report.
    let start = token
    guard await checkFirstEvent() else { return }
    if !madeKeys.isEmpty {
      await checkLiveChange()
      await checkLiveMutations()
      await checkLiveResume(from: start)
    } else {
      ledger.skip([.liveChange, .liveMutations, .liveResume], "no rows were made to change")
    }
    await checkHeartbeat()
  }

  private func checkUnknownLiveToken() async {
    do throws(HTTPFailure) {
      let (sent, stream) = try await server.open(
        "live", query(since: "udfhost-unknown-token", limit: nil), lastEventID: nil, wait: options.wait)
      ledger.expect(
        .liveUnknownToken, [409, 410].contains(stream.status),
        SyncEvidence(sent: sent, came: "\(stream.status)", problem: "got status \(stream.status)"))
    } catch {
      fail(.liveUnknownToken, "GET \(server.url)/live?since=udfhost-unknown-token", error)
    }
  }

  private func checkFirstEvent() async -> Bool {
    guard var stream = await openStream(.liveStream, since: token) else { return false }
    let first = await stream.next()
    ledger.expect(.liveFirstPage, first != nil, stream.evidence("no event came within \(options.wait) s"))
    if let first { checkEvent(first, stream, since: token) }
    return true
  }

  private func checkEvent(_ event: ServerSentEvent, _ stream: CheckedStream, since: String?) {
    let page = CheckedPage(event.data, key: options.key)
    let next = page.next ?? ""
    ledger.expect(
      .livePage, event.type == "page" && event.id == next && page.faults.isEmpty,
      stream.evidence(
        "the type is \"\(event.type)\", the id is \"\(event.id)\", next is \"\(next)\""
          + (page.faults.first.map { "; \($0.problem)" } ?? "")))
  }

  private func checkLiveChange() async {
    guard var stream = await openStream(.liveChange, since: token) else { return }
    await readFirstEvent(&stream)
    let key = keys[1]
    guard let (_, results) = await push(.liveChange, [mutation(.put, key, liveRow(key))]), results.problem == nil else {
      return
    }
    let id = lastIDs[first] ?? 0
    let hasCome = await stream.reads(key: options.key) { page in
      page.lines.contains { $0.key == key } && page.mutation(of: first) ?? 0 >= id
    }
    ledger.expect(
      .liveChange, hasCome,
      stream.evidence("no event with \"\(key)\" and mutation \(id) came within \(options.wait) s after the change"))
  }

  /// Reads the first event, so that the next one belongs to a change. Does nothing for a server that sends no first
  /// event.
  private func readFirstEvent(_ stream: inout CheckedStream) async {
    if !ledger.isBroken(.liveFirstPage) { _ = await stream.next() }
  }

  private func liveRow(_ key: String) -> [String: JSONValue] {
    template.merging([options.key: .string(key)]) { $1 }
  }

  private func checkLiveMutations() async {
    guard await advance(.liveMutations), var stream = await openStream(.liveMutations, since: token) else { return }
    await readFirstEvent(&stream)
    guard let (_, results) = await push(.liveMutations, [mutation(.delete, keys[2])]), results.problem == nil else {
      return
    }
    let id = lastIDs[first] ?? 0
    let hasCome = await stream.reads(key: options.key) { $0.mutation(of: first) ?? 0 >= id }
    ledger.expect(
      .liveMutations, hasCome,
      stream.evidence("no event with mutation \(id) of \(first) came within \(options.wait) s"))
  }

  private func checkLiveResume(from start: String?) async {
    guard await advance(.liveResume), let token, token != start,
      var stream = await openStream(.liveResume, since: start, lastEventID: token)
    else { return }
    guard let event = await stream.next() else { return }
    let page = CheckedPage(event.data, key: options.key)
    ledger.expect(
      .liveResume, !page.lines.contains { known[$0.key]?.version == $0.version },
      stream.evidence("the first event has changes from before Last-Event-ID"))
  }

  private func checkHeartbeat() async {
    guard options.wait > 15 else {
      return ledger.skip([.liveHeartbeat], "it takes 15 seconds; wait longer with --wait 20")
    }
    guard var stream = await openStream(.liveHeartbeat, since: token) else { return }
    ledger.expect(
      .liveHeartbeat, await stream.readsComment(), stream.evidence("no comment came within \(options.wait) s"))
  }

  /// Opens a stream. A response that is not a stream breaks `live-stream`.
  private func openStream(
    _ rule: SyncRule, since: String?, lastEventID: String? = nil
  ) async -> CheckedStream? {
    do throws(HTTPFailure) {
      let (sent, stream) = try await server.open(
        "live", query(since: since, limit: nil), lastEventID: lastEventID, wait: options.wait)
      let type = stream.headers["Content-Type"] ?? "absent"
      let came = "\(stream.status) Content-Type: \(type)"
      ledger.expect(
        .liveStream, stream.isEventStream,
        SyncEvidence(sent: sent, came: came, problem: "expected status 200 and Content-Type: text/event-stream"))
      return stream.isEventStream ? CheckedStream(stream, sent: sent, came: came) : nil
    } catch {
      fail(rule, "GET \(server.url)/live", error)
      return nil
    }
  }
}
