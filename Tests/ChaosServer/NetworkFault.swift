/// What goes wrong with a request between a client and the feed, besides the faults that the feed makes itself.
enum NetworkFault: CaseIterable {
  /// The connection closes before the feed has the request.
  case refused
  /// The feed does what it is asked, and the connection closes without an answer.
  case lostAnswer
  /// Half of the answer comes, then a reset.
  case truncated
  /// The answer comes in pieces, with pauses.
  case dripping
  /// Nothing comes until the client gives up.
  case silent
  /// A proxy sends the request twice; the client gets the second answer.
  case repeated
  /// A proxy sends an older answer to another request for changes.
  case stale
  case unauthorized
  case tooMany
  case broken
  /// The server has forgotten all tokens.
  case expired
  /// The answer 304 to a request that did not allow it, else the right answer.
  case unaskedNotModified
}
