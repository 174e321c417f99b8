/// The error for a text that is not a host pattern.
public struct HostPatternError: Error, Sendable, Equatable, CustomStringConvertible {
  public let pattern: String

  /// The problem and the fix, in one line.
  public var description: String {
    "\"\(pattern)\" is no host pattern; write a host and, after a colon, a port: "
      + "api.example.com, *.example.com, localhost:8080, 127.0.0.1:*"
  }
}
