extension HTTPRequest {
  /// Throws what a client throws that will not send it: it cannot be sent as it is, or may not go there.
  public func validate() throws(HTTPFailure) { _ = try Redirect(self) }

  /// The address to send this to; throws if it cannot be sent as it is.
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
    guard timeout > 0 else {
      throw HTTPFailure(.badRequest, self, "the timeout is \(timeout) s", fix: "give it more than 0")
    }
    return address
  }
}

extension String {
  /// What HTTP allows as a name.
  fileprivate var isToken: Bool {
    !isEmpty && utf8.allSatisfy { (33...126).contains($0) && !Array("\"(),/:;<=>?@[\\]{}".utf8).contains($0) }
  }

  fileprivate var isHeaderValue: Bool { utf8.allSatisfy { $0 >= 32 && $0 != 127 || $0 == UInt8(ascii: "\t") } }
}
