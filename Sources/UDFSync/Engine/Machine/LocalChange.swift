import UDF

/// What the app changes in the cache.
enum LocalChange: Sendable, Hashable {
  case mutate(Mutation.Operation, EntityKey, body: [UInt8]?)
  case reset(outbox: Bool)
  case bury([Int64])
}
