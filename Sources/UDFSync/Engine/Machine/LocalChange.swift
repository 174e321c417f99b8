import UDF

/// A change that the app makes in the cache.
enum LocalChange: Sendable, Hashable {
  /// The new content of a dead letter before it is sent again.
  enum Amendment: Sendable, Hashable {
    /// The body of the only part.
    case body([UInt8])
    case parts(OneOrMore<Mutation.Part>)
  }

  case mutate(OneOrMore<Mutation.Part>)
  case reset(outbox: Bool)
  /// The parameters of a collection.
  case filter(RowFilter, of: String)
  case bury([Int64])
  /// Dead letters become new mutations, unchanged or amended.
  case revive([Int64], Amendment?)
}
