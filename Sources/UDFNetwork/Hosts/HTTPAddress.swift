#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A whole http or https URL, and the host and port that a connection to it would go to.
struct HTTPAddress: Sendable {
  let text: String
  /// In small letters, without the brackets of IPv6 and the dot that may end a name.
  let host: String
  let port: Int
  private let url: URL
  let isSecure: Bool

  /// Reads a URL, or one that is relative to another; nil if it is not to be sent to.
  init?(_ text: String, relativeTo base: HTTPAddress? = nil) {
    guard let url = URL(string: text, relativeTo: base?.url)?.absoluteURL, let scheme = url.scheme?.lowercased(),
      scheme == "http" || scheme == "https", url.user == nil, let host = url.host.map(HTTPAddress.normalized),
      // A name that was percent-encoded could hold a NUL, and would be looked up only up to there.
      HTTPAddress.isHost(host)
    else { return nil }
    let isSecure = scheme == "https"
    let port = url.port ?? (isSecure ? 443 : 80)
    guard (1...65535).contains(port) else { return nil }
    self.text = url.absoluteString
    self.host = host
    self.port = port
    self.url = url
    self.isSecure = isSecure
  }

  /// The host as it is written in a URL.
  var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

  /// The host and, where it is not the one that goes without saying, the port.
  var authority: String { port == (isSecure ? 443 : 80) ? bracketedHost : "\(bracketedHost):\(port)" }

  func hasSameOrigin(as other: HTTPAddress) -> Bool {
    host == other.host && port == other.port && isSecure == other.isSecure
  }

  static func normalized(_ host: String) -> String {
    var host = host.lowercased()[...]
    if host.first == "[", host.last == "]" { host = host.dropFirst().dropLast() }
    return String(host.last == "." ? host.dropLast() : host)
  }

  static func isHost(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: ":"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}
