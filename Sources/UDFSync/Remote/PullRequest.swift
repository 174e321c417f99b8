/// A request for all changes since a token.
public struct PullRequest: Sendable, Hashable {
  /// The token of the last page, as the server sent it; nil requests all rows.
  public var token: String?
  /// The ETag that the server announced for the answer to this token; nil requests a full answer.
  public var etag: String?
  /// The maximum number of rows in a page.
  public var limit: Int
  /// The client name of the oldest pending mutation; if there is none, the name of new mutations. The page reports
  /// which of its mutations the rows show.
  public var client: String
  /// Other client names of pending mutations, in the order of the mutations. A server of version 1 ignores them.
  public var clients: [String]
  /// See ``SyncDatabase/schemas``.
  var schemas: [String: Int]
  /// Only matching rows are requested. The token may belong to other parameters, but not to other collections.
  public var selection: RowSelection

  public init(
    token: String? = nil, etag: String? = nil, limit: Int = 1000, client: String, clients: [String] = [],
    schema: Int = 1, filter: RowFilter = .all
  ) {
    self.init(
      token: token, etag: etag, limit: limit, client: client, clients: clients, schemas: ["": schema],
      selection: RowSelection(filter))
  }

  /// Makes a request for rows of several collections. `schemas` contains their ``SyncCollection/schema`` by their
  /// names.
  public init(
    token: String? = nil, etag: String? = nil, limit: Int = 1000, client: String, clients: [String] = [],
    schemas: [String: Int], selection: RowSelection
  ) {
    self.token = token
    self.etag = etag
    self.limit = limit
    self.client = client
    self.clients = clients
    self.schemas = schemas
    self.selection = selection
  }

  /// ``SyncCollection/schema`` of a collection that has an address of its own.
  public var schema: Int { schemas[""] ?? 1 }

  /// The parameters of a collection that has an address of its own.
  public var filter: RowFilter {
    get { selection[""] ?? .all }
    set { selection = RowSelection(newValue) }
  }

  /// The value of the query parameter `collections`: schema and parameters of each collection, in the order of their
  /// names; nil for a collection without a name.
  var collections: String? {
    guard selection.isNamed else { return nil }
    let members = selection.filters.sorted { $0.key < $1.key }.map { name, filter in
      let parameters = filter.isAll ? "" : ",\"where\":\(filter.json)"
      return "\(RowFilter.Value.string(name).json):{\"schema\":\(schemas[name] ?? 1)\(parameters)}"
    }
    return "{\(members.joined(separator: ","))}"
  }
}
