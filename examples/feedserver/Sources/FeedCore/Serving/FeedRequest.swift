import Foundation

/// A request of the sync protocol, whichever server received it.
package struct FeedRequest: Sendable {
  package var method: String
  package var path: String
  package var query: [String: String]
  package var ifNoneMatch: String?
  package var lastEventID: String?
  package var body: Data

  package init(
    _ method: String, _ path: String, query: [String: String] = [:], ifNoneMatch: String? = nil,
    lastEventID: String? = nil, body: Data = Data()
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.ifNoneMatch = ifNoneMatch
    self.lastEventID = lastEventID
    self.body = body
  }
}
