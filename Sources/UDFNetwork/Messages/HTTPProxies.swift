/// The proxies of a request, by the scheme of its URL.
///
///     let proxies = HTTPProxies(http: "http://proxy.local:3128", https: "http://proxy.local:3128", exceptions: "localhost")
public struct HTTPProxies: Sendable, Hashable {
  /// The proxy for http URLs: `http://`, `https://`, `socks5://` or `socks5h://`, then host and port; nil means none.
  public var http: String?
  /// The proxy for https URLs. The connection is tunneled through it.
  public var https: String?
  /// The hosts that are connected without a proxy, in the format of the variable `no_proxy`: names, which include their
  /// subdomains, addresses, and networks such as `10.0.0.0/8`, separated by commas; `*` means all.
  public var exceptions: String

  public init(http: String? = nil, https: String? = nil, exceptions: String = "") {
    self.http = http
    self.https = https
    self.exceptions = exceptions
  }

  /// Reads the variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, lower case before upper case, as curl does;
  /// nil if they name no proxy. `HTTP_PROXY` is not read, because a CGI server sets it from the client's header `Proxy`.
  public init?(variable: (String) -> String?) {
    func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    func anyCase(_ name: String) -> String? { value(name) ?? value(name.uppercased()) }
    let all = anyCase("all_proxy")
    self.init(
      http: value("http_proxy") ?? all, https: anyCase("https_proxy") ?? all, exceptions: anyCase("no_proxy") ?? "")
    guard http != nil || https != nil else { return nil }
  }

  /// The proxy for a connection to the address; nil for a direct connection.
  func proxy(for address: HTTPAddress) -> String? {
    let words = exceptions.split { $0 == "," || $0.isWhitespace }
    if words.contains(where: { HTTPProxies.isException(address, $0.lowercased()[...]) }) { return nil }
    return address.isSecure ? https : http
  }

  private static func isException(_ address: HTTPAddress, _ word: Substring) -> Bool {
    if word == "*" { return true }
    if let ip = address.ip {
      let parts = word.split(separator: "/", maxSplits: 1)
      guard let text = parts.first.flatMap({ HTTPAddress.normalized(String($0)) }), let network = IPAddress(text) else {
        return false
      }
      return parts.count == 1 ? ip == network : ip.isInside(network, bits: Int(parts[1]) ?? -1)
    }
    var name = word
    while name.first == "." { name.removeFirst() }
    if name.last == "." { name.removeLast() }
    return !name.isEmpty && (address.host == name || address.host.hasSuffix(".\(name)"))
  }

  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// Whether both proxies are valid. Their URLs may contain a password, so errors must not show them.
  var isValid: Bool {
    [http, https].compactMap(\.self).allSatisfy { proxy in
      let parts = proxy.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
      return !parts.contains("") && proxy.utf8.allSatisfy { (33...126).contains($0) }
        && (parts.count == 1 || HTTPProxies.schemes.contains(parts[0].lowercased()))
    }
  }
}
