/// Adapts a ``RandomSource`` to the standard library, which makes uniformly distributed numbers of its bits.
package struct RandomNumbers: RandomNumberGenerator {
  private let source: any RandomSource

  package init(source: any RandomSource) { self.source = source }

  package mutating func next() -> UInt64 { source.next() }
}
