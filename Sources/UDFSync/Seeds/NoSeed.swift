/// The store of a collection that has no seed.
public struct NoSeed: SeedStore {
  public init() {}

  public func seed() -> Seed? { nil }
}
