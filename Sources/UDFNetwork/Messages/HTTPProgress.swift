/// Calls a function whenever bytes of a request were sent or bytes of its response were received.
///
/// The client calls the function on its transfer thread, so the function must return quickly. Two values are equal if they are
/// the same object.
///
///     var request = HTTPRequest("https://api.example.com/users")
///     request.progress = HTTPProgress { meter.note() }
public final class HTTPProgress: Sendable, Equatable {
  private let report: @Sendable () -> Void

  public init(_ report: @escaping @Sendable () -> Void) { self.report = report }

  /// Calls the function. A client calls this when bytes were sent or received.
  public func note() { report() }

  public static func == (left: HTTPProgress, right: HTTPProgress) -> Bool { left === right }
}
