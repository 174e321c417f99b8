/// A fault that the feed makes on request.
package enum Fault: CaseIterable {
  /// The feed answers 503 with `Retry-After`.
  case busy
  /// The answer takes three seconds.
  case slow
  /// The feed sends half of the answer.
  case cut
  /// The feed answers with an HTML page, as a network that wants a login does.
  case login
  /// The feed does everything and answers 502.
  case lost
}
