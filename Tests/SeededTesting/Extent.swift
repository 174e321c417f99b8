import Platform

/// How much a test that draws its steps runs: little in the daily checks, much with `UDF_NIGHTLY` in the environment.
///
///     for number in 0..<Extent.runs(daily: 68, nightly: 340) { … }
public enum Extent {
  public static let isNightly = getenv("UDF_NIGHTLY") != nil

  public static func runs(daily: Int, nightly: Int) -> Int { isNightly ? nightly : daily }
}
