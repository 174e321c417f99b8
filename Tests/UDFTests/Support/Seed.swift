import Foundation

/// The seed of this run's property tests: a new one each time, or the one in `UDF_SEED` to replay a failure.
enum Seed {
  static let current: UInt64 =
    ProcessInfo.processInfo.environment["UDF_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)

  static var replay: String { "replay with UDF_SEED=\(current)" }
}
