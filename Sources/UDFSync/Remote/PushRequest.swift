/// Mutations that a server is to make, in the order of their ids.
public struct PushRequest: Sendable, Hashable {
  public var client: String
  /// See ``SyncCollection/schema``.
  public var schema: Int
  public var mutations: [Mutation]

  public init(client: String, schema: Int = 1, mutations: [Mutation]) {
    self.client = client
    self.schema = schema
    self.mutations = mutations
  }
}
