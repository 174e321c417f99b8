import Foundation

/// The answer to a ``FeedRequest``.
package struct FeedAnswer: Sendable {
  package var status: Int
  /// The words beside the status.
  package var phrase: String
  package var headers: [String: String] = [:]
  package var body = Data()
  /// The body of an answer that stays open, in place of `body`.
  package var events: LiveEvents?

  package init(
    status: Int, phrase: String, headers: [String: String] = [:], body: Data = Data(), events: LiveEvents? = nil
  ) {
    self.status = status
    self.phrase = phrase
    self.headers = headers
    self.body = body
    self.events = events
  }
}
