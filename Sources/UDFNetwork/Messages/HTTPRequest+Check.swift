extension HTTPRequest {
  /// Throws if the request is malformed, or if its host is not allowed. No client sends such a request.
  public func validate() throws(HTTPFailure) { _ = try Redirect(self) }

  /// The address to send the request to; throws if the request is malformed.
  func checked() throws(HTTPFailure) -> HTTPAddress {
    guard let address = HTTPAddress(url) else {
      throw HTTPFailure(
        .badURL, self, "this is no whole http or https URL",
        fix: "write it as in https://api.example.com/users, a user and password as an Authorization header")
    }
    guard method.isToken, method == method.uppercased() else {
      throw HTTPFailure(.badRequest, self, "this is no method", fix: "write GET, POST, PUT, …")
    }
    for field in headers.fields where !field.name.isToken || !field.value.isHeaderValue {
      throw HTTPFailure(
        .badRequest, self, "the header \(field.name.debugDescription): \(field.value.debugDescription) cannot be sent",
        fix: "leave out line ends and other control characters, in the name also spaces and punctuation but -")
    }
    for (name, seconds) in [("timeout", timeout), ("progressTimeout", progressTimeout)] {
      guard seconds > 0 else {
        throw HTTPFailure(.badRequest, self, "the \(name) is \(seconds) s", fix: "give it more than 0")
      }
    }
    guard method != "HEAD" || body.isEmpty else {
      throw HTTPFailure(.badRequest, self, "a HEAD request has no body", fix: "leave the body out, or send a GET")
    }
    guard proxies?.isValid ?? true else {
      throw HTTPFailure(
        .badRequest, self, "its proxy cannot be used",
        fix: "write the proxy as in http://proxy.example.com:3128, with http, https, socks5 or socks5h")
    }
    return address
  }

  /// A timeout as a duration; nil if it is at least 1e9 seconds, which means no limit.
  static func limited(_ seconds: Double) -> Duration? { seconds < 1e9 ? .seconds(seconds) : nil }
}

extension String {
  /// Whether the text is a token of HTTP: a valid method or header name.
  fileprivate var isToken: Bool {
    !isEmpty && utf8.allSatisfy { (33...126).contains($0) && !Array("\"(),/:;<=>?@[\\]{}".utf8).contains($0) }
  }

  fileprivate var isHeaderValue: Bool { utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == UInt8(ascii: "\t") } }
}
