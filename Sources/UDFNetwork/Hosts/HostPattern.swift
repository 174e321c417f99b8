/// A pattern for one host, or for all subdomains of a name, and for their ports.
struct HostPattern: Sendable, Hashable {
  private enum Ports: Hashable {
    /// 80 and 443.
    case usual
    case all
    case one(Int)
  }

  private let text: String
  /// The host, or the suffix of all subdomains if `isSuffix` is true.
  private let host: String
  private let isSuffix: Bool
  private let ports: Ports

  /// Nil if the text is not a valid pattern.
  init?(_ text: String) {
    self.text = text
    var host = text.lowercased()[...]
    // A colon within brackets belongs to an IPv6 address.
    if let colon = host.lastIndex(of: ":"), host.last != "]" {
      let port = host[colon...].dropFirst()
      if port == "*" {
        ports = .all
      } else if let number = Int(port), (1...65535).contains(number) {
        ports = .one(number)
      } else {
        return nil
      }
      host = host[..<colon]
    } else {
      ports = .usual
    }
    isSuffix = host.first == "*"
    if isSuffix { host = host.dropFirst() }
    if isSuffix, host.isEmpty {
      self.host = ""
      return
    }
    // IPv6 addresses need brackets, because their last group looks like a port.
    guard !isSuffix || host.first == ".", host.first == "[" || !host.contains(":") else { return nil }
    // The suffix keeps its dot, so that *.example.com does not match evilexample.com.
    guard let name = HTTPAddress.normalized(String(isSuffix ? host.dropFirst() : host)) else { return nil }
    self.host = isSuffix ? "." + name : name
  }

  func matches(_ address: HTTPAddress) -> Bool {
    let isBelow = isSuffix && (host.isEmpty || address.ip == nil && address.host.hasSuffix(host))
    guard isBelow || address.host == host else { return false }
    return switch ports {
    case .usual: address.port == 80 || address.port == 443
    case .all: true
    case .one(let port): address.port == port
    }
  }

  /// Whether this pattern matches every address that `other` matches.
  func includes(_ other: HostPattern) -> Bool {
    let isBelow = isSuffix && (host.isEmpty || other.isName && other.host.hasSuffix(host))
    guard isBelow || host == other.host && isSuffix == other.isSuffix else { return false }
    return switch (ports, other.ports) {
    case (.all, _), (.usual, .usual), (.usual, .one(80)), (.usual, .one(443)): true
    default: ports == other.ports
    }
  }

  /// Whether the pattern matches only names, and no IP address.
  private var isName: Bool { isSuffix ? !host.isEmpty : IPAddress(host) == nil }
}
