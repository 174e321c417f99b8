/// The parameters of a request for changes, checked.
struct FeedQuery {
  var since: String?
  let limit: Int
  /// The clients whose mutations the answer reports.
  let clients: [String]
  let version: ProtocolVersion
  /// Only rows that match are sent.
  let filter: FeedFilter

  /// Reads the parameters of a request; `newest` is the newest protocol version that the feed speaks.
  init(_ request: FeedRequest, newest: Int) throws(FeedProblem) {
    let client = request.query["client"] ?? ""
    try Self.check(schema: try Self.number(request.query["schema"], "schema", or: 1))
    since = request.query["since"]
    limit = min(try Self.number(request.query["limit"], "limit", or: 1000), 10_000)
    if min(try Self.number(request.query["protocol"], "protocol", or: 1), newest) > 1 {
      version = .two
      let name = request.query["collections"] == nil ? "where" : "collections"
      let text = request.query[name] ?? FeedFilter.all.text
      guard let filter = FeedFilter(name == "where" ? text : "@\(text)") else {
        throw FeedProblem(400, "invalid", "\(name) must be a JSON object, got \(text)")
      }
      for schema in filter.schemas.values { try Self.check(schema: schema) }
      self.filter = filter
      clients = [client] + (request.query["clients"] ?? "").split(separator: ",").map(String.init)
    } else {
      version = .one(client: client)
      clients = [client]
      filter = .all
    }
  }

  static func check(schema: Int) throws(FeedProblem) {
    guard schema == 1 else { throw FeedProblem(426, "schema", "this server has articles of schema 1, not \(schema)") }
  }

  private static func number(_ text: String?, _ name: String, or usual: Int) throws(FeedProblem) -> Int {
    guard let text else { return usual }
    guard let number = Int(text), number > 0 else {
      throw FeedProblem(400, "invalid", "\(name) must be a number from 1, got \(text)")
    }
    return number
  }
}
