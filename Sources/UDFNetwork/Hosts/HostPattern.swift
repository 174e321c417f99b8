/// One host, or all below a name, and the ports there.
struct HostPattern: Sendable, Hashable {
  private enum Ports: Hashable {
    /// 80 and 443.
    case usual
    case all
    case one(Int)
  }

  private let text: String
  /// What a host is or, where subdomains are meant, ends with.
  private let host: String
  private let isSuffix: Bool
  private let ports: Ports

  /// Nil if it is no pattern.
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
    // Without brackets, what follows the last colon of an IPv6 address would have been taken for a port.
    guard !isSuffix || host.first == ".", host.first == "[" || !host.contains(":") else { return nil }
    // The name after `*.` is checked, and the dot is kept, so that *.example.com does not mean evilexample.com.
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
}
