import UDF

/// What the app changes in the cache.
enum LocalChange: Sendable, Hashable {
  case mutate(Mutation.Operation, EntityKey, body: [UInt8]?)
  case reset(outbox: Bool)
  case bury([Int64])
  /// Dead letters become new mutations, each with its own body, or one with another.
  case revive([Int64], body: [UInt8]?)
}
