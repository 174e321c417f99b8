/// Rows that are part of an app, for the first start without a network.
public protocol SeedStore: Sendable {
  /// Returns all rows; nil if there is no seed. Throws if the seed cannot be read; an empty seed is valid.
  func seed() async throws(SeedFailure) -> Seed?
}
