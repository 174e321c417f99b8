/// The remote of a database without a server. Each pull and push fails with a message about the missing server; rows
/// and mutations stay unchanged.
public struct NoRemote: RemoteStore {
  private let failure: RemoteFailure

  public init(of collection: SyncCollection) { self.init(of: SyncDatabase(collection)) }

  public init(of database: SyncDatabase) {
    failure = RemoteFailure(
      .unsupported, "\(database.name): there is no server to ask; give the collection the address of a remote")
  }

  /// Unknown, because the app may declare a server at the next start.
  public var takesAll: Bool? { nil }

  public func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply { throw failure }

  public func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply { throw failure }
}
