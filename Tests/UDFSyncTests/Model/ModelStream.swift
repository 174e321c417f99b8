@testable import UDFSync

/// The server's end of a live stream, and the connection to it.
struct ModelStream {
  let number: Int
  /// The next page: the answer to a request for the changes after the last sent page.
  var request: PullRequest
  /// As in the last page.
  var mutations: [String: Int64]?
  var hasBegun = false
  /// Whether the engine reads the next page.
  var isReading = true
  /// Nothing comes any more, and neither side has noticed.
  var isDead = false
}
