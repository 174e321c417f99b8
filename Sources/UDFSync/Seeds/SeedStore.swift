/// Rows that an app ships with, for the first launch without a network.
public protocol SeedStore: Sendable {
  /// All rows; nil if there is no seed. Throws one that cannot be read, which is not the same as an empty one.
  func seed() async throws(SeedFailure) -> Seed?
}
