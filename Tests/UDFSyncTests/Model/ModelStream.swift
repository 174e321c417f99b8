@testable import UDFSync

/// The server's end of a live stream, and the connection to it.
struct ModelStream {
  let number: Int
  /// What comes next, as a request for what comes after the last page that was sent.
  var request: PullRequest
  /// As the last page told them.
  var mutations: [String: Int64]?
  var hasBegun = false
  /// Whether the engine reads the next page.
  var isReading = true
  /// Nothing comes any more, and neither side has noticed.
  var isDead = false
}
