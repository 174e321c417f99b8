/// What a client sends of its outbox.
struct FeedMutations: Decodable {
  let client: String
  let schema: Int
  let mutations: [FeedMutation]
}
