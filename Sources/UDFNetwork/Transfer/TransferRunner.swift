internal import CCurl

/// Runs transfers on a libcurl multi handle. It lives on the thread of its ``TransferLoop`` and is used nowhere else.
final class TransferRunner {
  private let multi: UnsafeMutableRawPointer
  private let certificates: String?
  private let idleTime: Double
  private var running: [ObjectIdentifier: EasyHandle] = [:]
  /// How many of them stay open.
  private var streams = 0 { didSet { limitConnections() } }
  private var idleSince = ContinuousClock.now
  /// The earliest time at which a transfer may be out of time.
  private var nextCheck: ContinuousClock.Instant?

  private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// The connections to one host that serve requests with an end.
  private static let connections = 8

  static func makeMulti() -> UnsafeMutableRawPointer? {
    guard isCurlReady, let multi = curl_multi_init() else { return nil }
    // Without file descriptors libcurl makes a handle that cannot be woken.
    guard curl_multi_wakeup(multi) == CURLM_OK else {
      curl_multi_cleanup(multi)
      return nil
    }
    return multi
  }

  init(_ multi: UnsafeMutableRawPointer, certificates: String?, idleTime: Double) {
    self.multi = multi
    self.certificates = certificates
    self.idleTime = idleTime
    limitConnections()
  }

  /// libcurl has one limit for all hosts, so each stream raises it by the connection that the stream holds.
  private func limitConnections() {
    ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, TransferRunner.connections + streams)
  }

  var hasTransfers: Bool { !running.isEmpty }

  /// Whether there was no transfer for so long that connections are no longer kept.
  var isIdle: Bool { running.isEmpty && ContinuousClock.now - idleSince >= .seconds(idleTime) }

  func execute(_ command: TransferLoop.Command) {
    switch command {
    case .start(let transfer): start(transfer)
    case .stop(let transfer): if let handle = running[ObjectIdentifier(transfer)] { remove(handle) }
    case .resume(let transfer): running[ObjectIdentifier(transfer)]?.resume()
    case .stopAll:
      for handle in running.values { end(handle, .failure(.shutDown(handle.transfer.request))) }
    }
  }

  /// Does what can be done without waiting.
  func perform() {
    var count: Int32 = 0
    curl_multi_perform(multi, &count)
    while let message = curl_multi_info_read(multi, &count) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let handle = EasyHandle.of(easy)
      end(handle, handle.result(ccurl_result(message)))
    }
    endLateTransfers()
  }

  /// Waits until there is something to do: for a socket, a command, or a transfer that is out of time.
  func wait() {
    var end = nextCheck
    if running.isEmpty { end = idleSince + .seconds(idleTime) }
    let rest = end.map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) } ?? 1e6
    curl_multi_poll(multi, nil, 0, Int32(min(max(rest.rounded(.up), 0), 1e6)), nil)
  }

  func close() { curl_multi_cleanup(multi) }

  private func start(_ transfer: Transfer) {
    guard !transfer.isOver else { return }
    do throws(HTTPFailure) {
      let handle = try EasyHandle(transfer, certificates: certificates)
      guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
        throw .unsendable(transfer.request, "no memory")
      }
      running[ObjectIdentifier(transfer)] = handle
      if transfer.request.staysOpen { streams += 1 }
      // Looked at once; that says when to look again.
      nextCheck = .now
    } catch {
      transfer.end(.failure(error))
    }
  }

  private func end(_ handle: EasyHandle, _ result: Result<Void, HTTPFailure>) {
    handle.transfer.end(result)
    remove(handle)
  }

  private func remove(_ handle: EasyHandle) {
    curl_multi_remove_handle(multi, handle.easy)
    running[ObjectIdentifier(handle.transfer)] = nil
    if handle.transfer.request.staysOpen { streams -= 1 }
    idleSince = .now
  }

  private func endLateTransfers() {
    let now = ContinuousClock.now
    guard let check = nextCheck, now >= check else { return }
    nextCheck = nil
    for handle in running.values {
      switch handle.time(at: now) {
      case .over(let failure): end(handle, .failure(failure))
      case .until(let instant): nextCheck = min(nextCheck ?? instant, instant)
      case .unlimited: break
      }
    }
  }
}
