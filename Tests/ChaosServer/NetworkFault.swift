/// A fault of a request between a client and the feed.
enum NetworkFault: CaseIterable {
  /// The connection closes before the feed has the request.
  case refused
  /// The feed handles the request, and the connection closes without an answer.
  case lostAnswer
  /// Half of the answer is sent, then the connection is reset.
  case truncated
  /// The answer is sent in pieces, with pauses.
  case dripping
  /// Nothing is sent until the client closes the connection.
  case silent
  /// The feed gets the request after the client has given up, perhaps after later requests.
  case late
  /// A proxy sends the request twice; the client gets the second answer.
  case repeated
  /// A proxy sends an older answer to another request for changes.
  case stale
  /// A network that requires a login answers with an HTML page.
  case login
  case unauthorized
  case tooMany
  case busy
  case broken
  /// The server has forgotten all tokens.
  case expired
  /// The status 409: the server has forgotten the token, or refuses all mutations of the push for good.
  case conflict
  /// The answer 304 to a request that did not allow it.
  case unaskedNotModified
  /// The page has one row, and the next request for changes fails.
  case midway
  /// The page has its rows in the opposite order, the first of them twice.
  case shuffled
  /// The page has the rows of the page before as well.
  case overlapping
  /// The token of the page is that of an earlier page.
  case rewound
}
