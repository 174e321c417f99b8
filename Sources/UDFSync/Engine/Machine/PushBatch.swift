/// The mutations of one push, whose bodies the cache still has.
struct PushBatch: Sendable, Hashable {
  let client: String
  let schema: Int
  /// The mutations' ids, in their order.
  let ids: [Int64]
}
