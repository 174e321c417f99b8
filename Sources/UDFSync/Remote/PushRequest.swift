/// Mutations of one client name that a server has to make, in the order of their numbers.
public struct PushRequest: Sendable, Hashable {
  /// The client name of all the mutations.
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
