/// The time of day.
///
///     struct Noon: WallClock {
///       let now = 43_200.0
///     }
public protocol WallClock: Sendable {
  /// Seconds since the beginning of 1970, UTC.
  var now: Double { get }
}
