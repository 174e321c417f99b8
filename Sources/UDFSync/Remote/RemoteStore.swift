/// Where rows come from and mutations go to: ``HTTPRemote`` over the sync protocol, or an adapter to another server.
///
/// A request is sent once; the engine repeats what may be repeated. Cancelling the task closes the request.
///
/// The engine calls the methods with `progress`, and ends a request that makes no progress for ``SyncOptions/timeout`` seconds. A
/// remote that does not implement them makes no progress: its requests end `timeout` seconds after they began.
public protocol RemoteStore: Sendable {
  /// Whether a push carries the rows that its mutations change, as for conditional requests: ``PushRequest/bases``. No push has
  /// two mutations of one row then, because the base of the second is the outcome of the first. False unless implemented.
  var needsBases: Bool { get }

  func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply
  func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply

  /// ``pull(_:)`` that calls ``RemoteProgress/note()`` when bytes were sent or received.
  func pull(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PullReply
  /// ``push(_:)`` that calls ``RemoteProgress/note()`` when bytes were sent or received.
  func push(_ request: PushRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PushReply

  /// Opens a stream of pages from the request's token on; its ETag does not count. Nil: the remote has no such stream, which is the
  /// default.
  func live(_ request: PullRequest) async throws(RemoteFailure) -> LivePages?
  /// ``live(_:)`` that calls ``RemoteProgress/note()`` when bytes were received. The engine closes a stream that has noted none for
  /// ``LivePages/longestSilence`` seconds. A remote that never notes any has to end a silent stream itself.
  func live(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> LivePages?
}

extension RemoteStore {
  public var needsBases: Bool { false }

  public func pull(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PullReply {
    try await pull(request)
  }

  public func push(_ request: PushRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PushReply {
    try await push(request)
  }

  public func live(_ request: PullRequest) async throws(RemoteFailure) -> LivePages? { nil }

  public func live(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> LivePages? {
    try await live(request)
  }
}
