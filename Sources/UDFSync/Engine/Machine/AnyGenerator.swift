/// A generator of which only that is known; generic code does not take one by itself.
struct AnyGenerator: RandomNumberGenerator, Sendable {
  var base: any RandomNumberGenerator & Sendable

  mutating func next() -> UInt64 { base.next() }
}
