/// No rows to begin with.
public struct NoSeed: SeedStore {
  public init() {}

  public func seed() -> Seed? { nil }
}
