/// Where rows come from and mutations go to: ``HTTPRemote`` over the sync protocol, or an adapter to another server.
///
/// A request is sent once; the engine repeats what may be repeated. Cancelling the task closes the request. One that never
/// answers is given up by the engine.
public protocol RemoteStore: Sendable {
  func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply
  func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply

  /// Opens a stream of pages from the request's token on; its ETag does not count. Nil: the remote offers none, which is the
  /// default, and whoever wants to know of changes pulls.
  func live(_ request: PullRequest) async throws(RemoteFailure) -> LivePages?
}

extension RemoteStore {
  public func live(_ request: PullRequest) async throws(RemoteFailure) -> LivePages? { nil }
}
