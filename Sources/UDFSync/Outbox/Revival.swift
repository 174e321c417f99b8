import UDF

/// That a dead letter is sent again as a new mutation, which takes its place in the same commit.
public struct Revival: Sendable, Hashable {
  /// The dead letter's id.
  public let letter: Int64
  /// The new mutation's id.
  public let id: Int64
  /// The new mutation's client name: that of the present opening of the cache.
  public let client: String
  /// The new mutation's number.
  public let number: Int64
  /// The new mutation's body; nil: that of the dead letter.
  public let body: [UInt8]?

  /// - Parameter number: `id` unless given.
  public init(_ letter: Int64, as id: Int64, client: String, number: Int64? = nil, body: [UInt8]? = nil) {
    self.letter = letter
    self.id = id
    self.client = client
    self.number = number ?? id
    self.body = body
  }
}

extension Mutation {
  /// The mutation that a revival makes.
  init(_ revival: Revival, _ operation: Operation, _ key: EntityKey, body: [UInt8]?) {
    self.init(id: revival.id, client: revival.client, number: revival.number, operation, key, body: body)
  }
}
