import Platform

/// The number of runs of a randomized test: few in the daily checks, many with `UDF_NIGHTLY` in the environment.
///
///     for number in 0..<Extent.runs(daily: 68, nightly: 340) { … }
public enum Extent {
  public static let isNightly = getenv("UDF_NIGHTLY") != nil

  public static func runs(daily: Int, nightly: Int) -> Int { isNightly ? nightly : daily }
}
