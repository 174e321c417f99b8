/// A source as the standard library wants it, which turns its bits into numbers without favouring any.
struct RandomNumbers: RandomNumberGenerator {
  let source: any RandomSource

  mutating func next() -> UInt64 { source.next() }
}
