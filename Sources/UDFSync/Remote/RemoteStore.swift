/// Where rows come from and mutations go to: ``HTTPRemote`` over the sync protocol, or an adapter to another server.
///
/// A request is sent once; the engine repeats what may be repeated. Cancelling the task closes the request. One that never
/// answers is given up by the engine.
public protocol RemoteStore: Sendable {
  func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply
  func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply
}
