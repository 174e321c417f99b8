/// The mutations of one push. Their bodies are read from the cache when the push is sent.
struct PushBatch: Sendable, Hashable {
  let client: String
  let schemas: [String: Int]
  /// The mutations' ids, in their order.
  let ids: [Int64]
}
