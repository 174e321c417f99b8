import UDF

/// Mutations of one client name for the server, in the order of their numbers.
public struct PushRequest: Sendable, Hashable {
  /// The client name of all the mutations.
  public var client: String
  /// ``SyncCollection/schema`` of each collection, by ``SyncCollection/collection``.
  public var schemas: [String: Int]
  public var mutations: [Mutation]
  /// The server's rows, as the cache has them, that the mutations change. Only for a remote with
  /// ``RemoteStore/needsBases``; rows that the cache does not have are left out.
  public var bases: [RowKey: SyncRow]

  public init(client: String, schema: Int = 1, mutations: [Mutation], bases: [RowKey: SyncRow] = [:]) {
    self.init(client: client, schemas: ["": schema], mutations: mutations, bases: bases)
  }

  /// Makes a request with mutations of several collections.
  public init(client: String, schemas: [String: Int], mutations: [Mutation], bases: [RowKey: SyncRow] = [:]) {
    self.client = client
    self.schemas = schemas
    self.mutations = mutations
    self.bases = bases
  }

  /// ``SyncCollection/schema`` of a collection that has an address of its own.
  public var schema: Int { schemas[""] ?? 1 }
}
