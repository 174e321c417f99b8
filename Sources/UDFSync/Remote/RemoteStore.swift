/// The source of rows and the target of mutations: ``HTTPRemote`` for the sync protocol, or an adapter for another
/// server.
///
/// A store sends each request once; the engine repeats requests where that is safe. Cancelling the task closes the
/// request.
///
/// The engine calls the methods with `progress`, and ends a request without progress for ``SyncOptions/timeout``
/// seconds. For a remote that does not implement them, a request ends `timeout` seconds after it began.
public protocol RemoteStore: Sendable {
  /// Whether a push contains the rows that its mutations change, as for conditional requests: ``PushRequest/bases``.
  /// Then no push has two mutations of the same row, because the base of the second is the outcome of the first. The
  /// default is false.
  var needsBases: Bool { get }

  /// Whether the server supports mutations of several rows, of which it makes all parts or none; nil: its pages report
  /// it with ``PullPage/takesAll``. The default is false.
  var takesAll: Bool? { get }

  func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply
  func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply

  /// Does the same as ``pull(_:)``, and calls ``RemoteProgress/note()`` when bytes were sent or received.
  func pull(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PullReply
  /// Does the same as ``push(_:)``, and calls ``RemoteProgress/note()`` when bytes were sent or received.
  func push(_ request: PushRequest, progress: RemoteProgress) async throws(RemoteFailure) -> PushReply

  /// Opens a stream of pages that starts after the request's token; the ETag is ignored. Returns nil if the remote has
  /// no such stream, which is the default.
  func live(_ request: PullRequest) async throws(RemoteFailure) -> LivePages?
  /// Does the same as ``live(_:)``, and calls ``RemoteProgress/note()`` when bytes were received. The engine closes a
  /// stream that has reported bytes and then none for ``LivePages/longestSilence`` seconds. A remote that reports no
  /// bytes must end a silent stream itself.
  func live(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> LivePages?
}

extension RemoteStore {
  public var needsBases: Bool { false }
  public var takesAll: Bool? { false }

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
