/// The result of one read of a live stream.
enum LiveReply: Sendable, Hashable {
  case page(PullPage)
  /// The server has ended the stream.
  case end
  /// The remote has no such stream.
  case absent
}
