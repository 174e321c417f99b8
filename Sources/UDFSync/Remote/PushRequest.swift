import UDF

/// Mutations of one client name that a server has to make, in the order of their numbers.
public struct PushRequest: Sendable, Hashable {
  /// The client name of all the mutations.
  public var client: String
  /// See ``SyncCollection/schema``.
  public var schema: Int
  public var mutations: [Mutation]
  /// The server's rows under the mutations as the cache has them, for a remote that asks for them
  /// (``RemoteStore/needsBases``); none for a row that is not there.
  public var bases: [EntityKey: SyncRow]

  public init(client: String, schema: Int = 1, mutations: [Mutation], bases: [EntityKey: SyncRow] = [:]) {
    self.client = client
    self.schema = schema
    self.mutations = mutations
    self.bases = bases
  }
}
