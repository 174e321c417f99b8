/// A text that is no host pattern.
public struct HostPatternError: Error, Sendable, Equatable, CustomStringConvertible {
  public let pattern: String

  /// What is wrong and how to write it, one line.
  public var description: String {
    "\"\(pattern)\" is no host pattern; write a host and, after a colon, a port: "
      + "api.example.com, *.example.com, localhost:8080, 127.0.0.1:*"
  }
}
