internal import CCurl
import Platform
import Synchronization

/// A transfer on libcurl. It is used only on the thread of its ``TransferLoop``.
final class EasyHandle {
  let easy: UnsafeMutableRawPointer
  let transfer: Transfer
  private var fields: UnsafeMutablePointer<curl_slist>?
  /// The buffer for libcurl's error text.
  private let detail = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var parser = HeadParser()
  /// The failure for which a callback aborted the transfer.
  private var problem: HTTPFailure?
  /// False while the transfer waits for a free connection.
  private var hasBegun = false
  private var requestsSent = 0
  private var lastProgress = ContinuousClock.now
  private var bytesUploaded: Int64 = 0
  private(set) var bytesReceived = 0
  /// The `Content-Length` of the response.
  private(set) var statedLength: String?

  /// The number of handles in the process, for tests.
  static let count = Atomic(0)

  init(_ transfer: Transfer, certificates: String?) throws(HTTPFailure) {
    guard let easy = curl_easy_init() else { throw .unsendable(transfer.request, "no memory") }
    self.easy = easy
    self.transfer = transfer
    detail.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    EasyHandle.count.add(1, ordering: .relaxed)
    var options = EasyOptions(easy)
    options.connect(transfer, certificates: certificates)
    fields = options.send(transfer.request)
    options.setPointer(CURLOPT_ERRORBUFFER, detail)
    addCallbacks(&options)
    guard options.failure == CURLE_OK else {
      throw .unsendable(transfer.request, String(cString: curl_easy_strerror(options.failure)))
    }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(fields)
    detail.deallocate()
    EasyHandle.count.subtract(1, ordering: .relaxed)
  }

  /// Returns the handle that belongs to a libcurl easy pointer.
  static func of(_ easy: UnsafeMutableRawPointer) -> EasyHandle {
    var context: UnsafeMutableRawPointer?
    ccurl_get_pointer(easy, CURLINFO_PRIVATE, &context)
    return of(context: context)
  }

  fileprivate static func of(context: UnsafeMutableRawPointer?) -> EasyHandle {
    guard let context else { preconditionFailure("libcurl lost the context of a transfer") }
    return Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
  }

  func resume() {
    transfer.unpause()
    lastProgress = .now
    curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  // MARK: time

  enum Time {
    case over(HTTPFailure)
    case until(ContinuousClock.Instant)
    case unlimited
  }

  /// Whether a timeout of the transfer has passed, or otherwise when the next one can pass.
  func time(at now: ContinuousClock.Instant) -> Time {
    let request = transfer.request
    if let deadline = transfer.deadline, now >= deadline { return .over(.timeout(request)) }
    // A slow reader or the wait for a free connection is not a stalled server.
    if !hasBegun || transfer.isPaused { lastProgress = now }
    var end = transfer.deadline
    if let seconds = HTTPRequest.limited(request.progressTimeout) {
      let stall = lastProgress + seconds
      if now >= stall { return .over(.stalled(request)) }
      end = min(end ?? stall, stall)
    }
    return end.map(Time.until) ?? .unlimited
  }

  // MARK: callbacks

  private func addCallbacks(_ options: inout EasyOptions) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [
      CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_PREREQDATA,
      CURLOPT_RESOLVER_START_DATA, CURLOPT_XFERINFODATA,
    ] { options.setPointer(option, context) }
    ccurl_set_write(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      EasyHandle.of(context: context).receive(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    ccurl_set_write(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      EasyHandle.of(context: context).receive(body: UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    ccurl_set_open_socket(easy) { context, _, address in
      address.map { EasyHandle.of(context: context).openSocket($0) } ?? -1
    }
    ccurl_set_prerequest(easy) { context, _, _, _, _ in EasyHandle.of(context: context).willSend() }
    ccurl_set_resolver_start(easy) { _, _, context in
      EasyHandle.of(context: context).begin()
      return 0
    }
    guard !transfer.request.body.isEmpty else { return }
    options.setLong(CURLOPT_NOPROGRESS, 0)
    ccurl_set_progress(easy) { context, _, _, _, uploaded in
      EasyHandle.of(context: context).upload(Int64(uploaded))
      return 0
    }
  }

  private func begin() {
    hasBegun = true
    lastProgress = .now
  }

  private func openSocket(_ target: UnsafeMutablePointer<curl_sockaddr>) -> Int32 {
    begin()
    // With a proxy, the socket connects to the proxy.
    if let ip = transfer.address.ip, transfer.proxy == nil {
      // An IPv6 address is longer than the field `addr`; libcurl allocates more than the structure's size.
      let address = UnsafeRawPointer(target) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
      let actual = IPAddress(address.assumingMemoryBound(to: sockaddr.self))
      guard actual == ip else {
        problem = .notGranted(transfer.request, "\(ip)", connectsTo: actual)
        return -1
      }
    }
    return openClosingOnExec(target.pointee.family, target.pointee.socktype, target.pointee.protocol)
  }

  /// libcurl calls this when the transfer has a connection, before it sends the request.
  private func willSend() -> Int32 {
    begin()
    requestsSent += 1
    // libcurl repeats a request if the server closes a reused connection. Only safe methods may be repeated.
    let isSafe = ["GET", "HEAD"].contains(transfer.request.method)
    guard !transfer.isOver, requestsSent == 1 || isSafe else { return Int32(CURL_PREREQFUNC_ABORT) }
    return Int32(CURL_PREREQFUNC_OK)
  }

  private func upload(_ count: Int64) {
    guard count != bytesUploaded else { return }
    bytesUploaded = count
    noteProgress()
  }

  private func noteProgress() {
    lastProgress = .now
    transfer.request.progress?.note()
  }

  private func receive(line: UnsafeRawBufferPointer) -> Int {
    noteProgress()
    do throws(HeadProblem) {
      if var head = try parser.add(line) {
        head.url = transfer.address.text
        statedLength = head.headers["Content-Length"]
        transfer.receive(head: head)
      }
      return line.count
    } catch {
      problem = HTTPFailure(transfer, error)
      return -1
    }
  }

  private func receive(body: UnsafeRawBufferPointer) -> Int {
    noteProgress()
    switch transfer.receive(body) {
    case .stored:
      bytesReceived += body.count
      return body.count
    case .bufferFull: return Int(CURL_WRITEFUNC_PAUSE)
    case .over: return -1
    }
  }

  // MARK: the end

  /// The result of a transfer that ended with this code.
  func result(_ code: CURLcode) -> Result<Void, HTTPFailure> {
    if let problem { return .failure(problem) }
    if code == CURLE_OK, parser.isComplete { return .success(()) }
    return .failure(HTTPFailure(self, code, detail: String(cString: detail)))
  }

  var hasHead: Bool { parser.isComplete }

  func info(_ info: CURLINFO) -> Int {
    var value = 0
    ccurl_get_long(easy, info, &value)
    return value
  }
}
