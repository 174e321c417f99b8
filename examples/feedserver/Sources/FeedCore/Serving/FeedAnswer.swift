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
}
