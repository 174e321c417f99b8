import UDF

/// A change of a cache: a dead letter becomes a new mutation, which replaces it in the same commit.
public struct Revival: Sendable, Hashable {
  /// The dead letter's id.
  public let letter: Int64
  /// The new mutation's id.
  public let id: Int64
  /// The new mutation's client name, which is that of the present opening of the cache.
  public let client: String
  /// The new mutation's number.
  public let number: Int64
  /// The new mutation's parts; nil if they are those of the dead letter.
  public let parts: OneOrMore<Mutation.Part>?

  /// Makes a revival. The number is the `id` unless one is given.
  public init(
    _ letter: Int64, as id: Int64, client: String, number: Int64? = nil, parts: OneOrMore<Mutation.Part>? = nil
  ) {
    self.letter = letter
    self.id = id
    self.client = client
    self.number = number ?? id
    self.parts = parts
  }
}

extension Mutation {
  init(_ revival: Revival, _ parts: OneOrMore<Part>) {
    self.init(id: revival.id, client: revival.client, number: revival.number, parts)
  }
}
