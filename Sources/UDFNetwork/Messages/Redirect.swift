/// The state of a request that follows redirects.
struct Redirect {
  private let original: HTTPRequest
  private var visited: [String] = []
  /// The next request to send, and its address.
  private(set) var request: HTTPRequest
  private(set) var address: HTTPAddress

  init(_ request: HTTPRequest) throws(HTTPFailure) {
    original = request
    self.request = request
    address = try request.checked()
    try visit(redirected: false)
  }

  /// Prepares the next request if the response is a redirect to follow; otherwise returns false.
  mutating func follow(_ response: HTTPResponse) throws(HTTPFailure) -> Bool {
    guard original.redirects > 0, [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers["Location"]
    else { return false }
    guard let next = HTTPAddress(location, relativeTo: address) else {
      throw HTTPFailure(
        .badURL, original, "redirected to \(location), which is no http or https URL",
        fix: "see what the server redirects to")
    }
    guard visited.count <= original.redirects else {
      throw HTTPFailure(
        .tooManyRedirects, original, "more than \(original.redirects) redirects, the last to \(next.text)",
        fix: "request that URL directly, or raise redirects")
    }
    if !next.hasSameOrigin(as: address) {
      // Credentials are sent only to the origin of the original URL.
      for name in ["Authorization", "Cookie", "Host", "Origin", "Proxy-Authorization"] { request.headers[name] = nil }
    }
    // Browsers change the method in this way, although the standard did not specify it for 301 and 302.
    if response.status == 303 && request.method != "HEAD" || response.status < 303 && request.method == "POST" {
      request.method = "GET"
      request.body = []
      for name in ["Content-Length", "Content-Type"] { request.headers[name] = nil }
    }
    address = next
    try visit(redirected: true)
    return true
  }

  private mutating func visit(redirected: Bool) throws(HTTPFailure) {
    guard original.hosts.allow(address) else {
      let host = address.authority
      let way = redirected ? "redirected to \(address.text), and " : ""
      // The caller, which knows how hosts are granted, adds the fix.
      var failure = HTTPFailure(
        .notGranted, "\(original.method) \(original.url): \(way)\(host) is not among the hosts that it may go to")
      (failure.missingHost, failure.isOfRedirect) = (host, redirected)
      throw failure
    }
    let step = "\(request.method) \(address.text)"
    if let first = visited.firstIndex(of: step) {
      throw HTTPFailure(
        .redirectLoop, original, "redirected in a circle: \((visited[first...] + [step]).joined(separator: " → "))",
        fix: "correct the server's redirects")
    }
    visited.append(step)
  }
}
