/// The body of a request with mutations.
struct FeedMutations: Decodable {
  let client: String
  let schema: Int
  let mutations: [FeedMutation]
}
