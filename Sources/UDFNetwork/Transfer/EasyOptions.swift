internal import CCurl

/// Sets the options of a libcurl easy handle, and stores the first failure.
struct EasyOptions {
  private let easy: UnsafeMutableRawPointer
  private(set) var failure = CURLE_OK

  init(_ easy: UnsafeMutableRawPointer) { self.easy = easy }

  mutating func setLong(_ option: CURLoption, _ value: Int) { note(ccurl_set_long(easy, option, value)) }

  /// The memory at the pointer must outlive the handle.
  mutating func setPointer(_ option: CURLoption, _ value: UnsafeRawPointer?) {
    note(ccurl_set_pointer(easy, option, value))
  }

  /// libcurl copies the text.
  mutating func setText(_ option: CURLoption, _ text: String) {
    note(text.withCString { ccurl_set_pointer(easy, option, $0) })
  }

  private mutating func note(_ code: CURLcode) { if failure == CURLE_OK { failure = code } }

  // MARK: the connection

  mutating func connect(_ transfer: Transfer, certificates: String?) {
    let address = transfer.address
    setText(CURLOPT_URL, address.canonical)
    setLong(CURLOPT_PATH_AS_IS, 1)
    setText(CURLOPT_PROTOCOLS_STR, "http,https")
    // Otherwise libcurl reads proxies and exceptions from the environment.
    setText(CURLOPT_PROXY, transfer.proxy ?? "")
    setText(CURLOPT_NOPROXY, "")
    setLong(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    setLong(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    setLong(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    if let certificates { setText(CURLOPT_CAINFO, certificates) }
    setLong(CURLOPT_MAXAGE_CONN, 60)
    // The loop enforces the request's timeouts. libcurl's default would end a slow connect after five minutes.
    setLong(CURLOPT_CONNECTTIMEOUT, Int(Int32.max) / 1000)
    setLong(CURLOPT_NOSIGNAL, 1)
    // Otherwise removing a handle waits for the thread that resolves its host.
    setLong(CURLOPT_QUICK_EXIT, 1)
  }

  // MARK: the request

  /// Sets method, body and headers. Returns the list of headers, which must outlive the handle.
  mutating func send(_ request: HTTPRequest) -> UnsafeMutablePointer<curl_slist>? {
    let sendsLength = !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method)
    if sendsLength {
      setLong(CURLOPT_POST, 1)
      note(ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count)))
      // Without a pointer, libcurl would read the body from standard input.
      let bytes = request.body.isEmpty ? [0] : request.body
      note(bytes.withUnsafeBytes { ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) })
    } else if request.method == "HEAD" {
      setLong(CURLOPT_NOBODY, 1)
    }
    setText(CURLOPT_CUSTOMREQUEST, request.method)
    var list: UnsafeMutablePointer<curl_slist>?
    for line in EasyOptions.lines(of: request.headers) {
      guard let longer = curl_slist_append(list, line) else {
        note(CURLE_OUT_OF_MEMORY)
        return list
      }
      list = longer
    }
    setPointer(CURLOPT_HTTPHEADER, list)
    return list
  }

  /// The fields in libcurl's syntax: `Name;` sends a field without a value, `Name:` removes the field that libcurl would add.
  private static func lines(of headers: HTTPHeaders) -> [String] {
    var lines: [String] = []
    for (name, value) in headers.fields where !["content-length", "transfer-encoding"].contains(name.lowercased()) {
      let isEmpty = value.allSatisfy { $0 == " " || $0 == "\t" }
      lines.append(isEmpty ? "\(name);" : "\(name): \(value)")
    }
    for name in ["Accept", "Content-Type", "Expect", "User-Agent"] where headers[name] == nil {
      lines.append("\(name):")
    }
    return lines
  }
}
