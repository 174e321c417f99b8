import Platform
import UDF

/// A generator that returns the same numbers for the same seed on every machine. It is not cryptographic.
///
/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014), because Swift's own
/// generator takes no seed.
///
///     SeededRandom(seed: 7).next() == SeededRandom(seed: 7).next()   // true
public final class SeededRandom: RandomSource {
  private let state: Guarded<UInt64>

  public init(seed: UInt64) { state = Guarded(seed) }

  public func next() -> UInt64 {
    var bits = state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      return state
    }
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
