/// The hosts that requests may be sent to. A pattern is a host, `*.example.com` for all subdomains of a name, or `*` for every
/// host. A colon and a port may follow, with `*` for every port. Without a port, the pattern means 80 and 443.
///
///     let hosts = try HostPatterns(["api.example.com", "*.example.org", "localhost:8080", "127.0.0.1:*"])
///     hosts.allow("https://api.example.com/users")   // true
///     hosts.allow("http://localhost/")               // false: another port
public struct HostPatterns: Sendable, Hashable {
  private let patterns: [HostPattern]

  /// Throws an error with the first text that is not a pattern.
  public init(_ patterns: [String]) throws(HostPatternError) {
    var read: [HostPattern] = []
    for text in patterns {
      guard let pattern = HostPattern(text) else { throw HostPatternError(pattern: text) }
      read.append(pattern)
    }
    self.patterns = read
  }

  private init(_ patterns: [HostPattern]) { self.patterns = patterns }

  /// Every host at every port.
  public static var all: HostPatterns { HostPatterns(["*:*"].compactMap(HostPattern.init)) }

  /// No host at all.
  public static var none: HostPatterns { HostPatterns([] as [HostPattern]) }

  /// Whether requests may be sent to this URL; false for a text that is not an absolute http or https URL.
  public func allow(_ url: String) -> Bool { HTTPAddress(url).map(allow) ?? false }

  /// The pattern to add so that a URL is allowed; nil if it is already allowed, or is not a valid URL.
  package func missing(for url: String) -> String? {
    HTTPAddress(url).flatMap { allow($0) ? nil : $0.authority }
  }

  /// Whether one of these patterns allows every URL that `pattern` allows.
  package func includes(_ pattern: String) -> Bool {
    HostPattern(pattern).map { pattern in patterns.contains { $0.includes(pattern) } } ?? false
  }

  func allow(_ address: HTTPAddress) -> Bool { patterns.contains { $0.matches(address) } }
}
