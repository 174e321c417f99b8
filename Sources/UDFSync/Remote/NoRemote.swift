/// Where there is no server: a pull and a push fail with a text that says so, and rows and mutations stay as they are.
public struct NoRemote: RemoteStore {
  private let failure: RemoteFailure

  public init(of collection: SyncCollection) {
    failure = RemoteFailure(
      .unsupported, "\(collection.name): there is no server to ask; give the collection the address of a remote")
  }

  public func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply { throw failure }

  public func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply { throw failure }
}
