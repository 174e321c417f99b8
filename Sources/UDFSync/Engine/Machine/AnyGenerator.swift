/// Wraps a generator of any type, because generic code does not accept an existential value directly.
struct AnyGenerator: RandomNumberGenerator, Sendable {
  var base: any RandomNumberGenerator & Sendable

  mutating func next() -> UInt64 { base.next() }
}
