/// Calls a function whenever bytes of a request were sent or of its answer were received.
///
/// The client calls it on a thread of its own, which does nothing else meanwhile; it has to return at once. Two are equal if
/// they are the same object.
///
///     var request = HTTPRequest("https://api.example.com/users")
///     request.progress = HTTPProgress { meter.note() }
public final class HTTPProgress: Sendable, Equatable {
  private let report: @Sendable () -> Void

  public init(_ report: @escaping @Sendable () -> Void) { self.report = report }

  /// Reports that bytes were sent or received; for clients.
  public func note() { report() }

  public static func == (left: HTTPProgress, right: HTTPProgress) -> Bool { left === right }
}
