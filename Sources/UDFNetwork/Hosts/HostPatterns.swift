/// Which hosts may be asked. A pattern is a host or, as `*.example.com`, all hosts below a name, or `*` for every host;
/// then, after a colon, a port, or `*` for every port. Without a port it means 80 and 443.
///
///     let hosts = try HostPatterns(["api.example.com", "*.example.org", "localhost:8080", "127.0.0.1:*"])
///     hosts.allow("https://api.example.com/users")   // true
///     hosts.allow("http://localhost/")               // false: another port
public struct HostPatterns: Sendable, Hashable {
  private let patterns: [HostPattern]

  /// Throws if one of them is no pattern, saying which.
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

  /// Whether this URL may be asked for; what is no whole http or https URL may not.
  public func allow(_ url: String) -> Bool { HTTPAddress(url).map(allow) ?? false }

  /// What would have to be among them for a URL to be asked for; nil if it may be, or never could.
  package func missing(for url: String) -> String? {
    HTTPAddress(url).flatMap { allow($0) ? nil : $0.authority }
  }

  func allow(_ address: HTTPAddress) -> Bool { patterns.contains { $0.matches(address) } }
}
