import Platform

/// The seed of this run's property tests: a new one each time, or the one in `UDF_SEED` to replay a failure.
public enum Seed {
  public static let current: UInt64 =
    getenv("UDF_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0...UInt64.max)

  public static var replay: String { "replay with UDF_SEED=\(current)" }
}
