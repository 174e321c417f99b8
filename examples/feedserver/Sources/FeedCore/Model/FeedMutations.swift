/// The body of a request with mutations.
struct FeedMutations: Decodable {
  let client: String
  /// Of a client that names no collections.
  let schema: Int?
  /// By the names of collections.
  let schemas: [String: Int]?
  let mutations: [FeedMutation]
}
