internal import CCurl

/// Runs transfers on a libcurl multi handle. It is used only on the thread of its ``TransferLoop``.
final class TransferRunner {
  private let multi: UnsafeMutableRawPointer
  private let certificates: String?
  private let idleTime: Double
  private var running: [ObjectIdentifier: EasyHandle] = [:]
  /// The number of running transfers that stay open.
  private var streams = 0 { didSet { limitConnections() } }
  private var idleSince = ContinuousClock.now
  /// The earliest time at which a timeout of a transfer may pass.
  private var nextCheck: ContinuousClock.Instant?

  private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// The maximum number of connections per host, not counting streams that stay open.
  private static let connections = 8

  static func makeMulti() -> UnsafeMutableRawPointer? {
    guard isCurlReady, let multi = curl_multi_init() else { return nil }
    // If no file descriptors are left, libcurl makes a handle that cannot be woken.
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

  /// libcurl has one limit for all hosts, so each open stream raises the limit by one.
  private func limitConnections() {
    ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, TransferRunner.connections + streams)
  }

  var hasTransfers: Bool { !running.isEmpty }

  /// Whether there was no transfer for the idle time.
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

  /// Runs all transfers as far as possible without waiting, and ends those that are done or late.
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

  /// Waits until a socket is ready, a command arrives, or a timeout passes.
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
      // The next check runs immediately, and computes the time of the one after it.
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
