/// A source of random bits.
///
///     struct Four: RandomSource {
///       func next() -> UInt64 { 4 }   // chosen by fair dice roll
///     }
public protocol RandomSource: Sendable {
  /// 64 random bits. May be called on any thread.
  func next() -> UInt64
}
