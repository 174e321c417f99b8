/// The machine's own random numbers, which nobody can foretell.
public struct SystemRandom: RandomSource {
  public init() {}

  public func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
