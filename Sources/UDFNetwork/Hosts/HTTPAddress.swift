#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An absolute http or https URL, and the host and port of a connection to it.
struct HTTPAddress: Sendable {
  let text: String
  /// The host in lower case, without the brackets of IPv6 and without a dot at its end. IP addresses are normalized.
  let host: String
  /// The host as an IP address; nil if it is a name.
  let ip: IPAddress?
  let port: Int
  private let url: URL
  let isSecure: Bool

  /// Parses an absolute URL, or one relative to `base`; nil if no request can be sent to it.
  init?(_ text: String, relativeTo base: HTTPAddress? = nil) {
    guard let url = URL(string: text, relativeTo: base?.url)?.absoluteURL, let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https", url.user == nil, let host = url.host.flatMap(HTTPAddress.normalized)
    else { return nil }
    let isSecure = scheme == "https"
    let port = url.port ?? (isSecure ? 443 : 80)
    guard (1...65535).contains(port) else { return nil }
    self.text = url.absoluteString
    self.host = host
    self.ip = IPAddress(host)
    self.port = port
    self.url = url
    self.isSecure = isSecure
  }

  /// The host as part of a URL: an IPv6 address is in brackets.
  var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

  /// The host, and the port unless it is the scheme's default.
  var authority: String { port == (isSecure ? 443 : 80) ? bracketedHost : "\(bracketedHost):\(port)" }

  /// The URL to connect with. It is built from the checked parts, so that libcurl parses the same host from it.
  var canonical: String {
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    return "\(isSecure ? "https" : "http")://\(authority)\(url.path(percentEncoded: true))\(query)"
  }

  func hasSameOrigin(as other: HTTPAddress) -> Bool {
    host == other.host && port == other.port && isSecure == other.isSecure
  }

  /// The normalized form of a host; nil if the text is not a valid host.
  static func normalized(_ text: String) -> String? {
    var host = text.lowercased()[...]
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    if host.last == "." { host = host.dropLast() }
    // A percent-encoded name could contain a NUL byte, and the resolver would ignore the rest of the name.
    guard !host.isEmpty, host.last != ".", host.utf8.allSatisfy(isHostByte) else { return nil }
    if let address = IPAddress(String(host)) { return "\(address)" }
    // Some systems resolve a malformed IP address as a name, and others parse it as an address, so it is rejected.
    let last = host.split(separator: ".").last ?? ""
    let isNumeric =
      last.allSatisfy { $0.isNumber } || last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
    return isNumeric || host.contains(":") ? nil : String(host)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: ":"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }
}
