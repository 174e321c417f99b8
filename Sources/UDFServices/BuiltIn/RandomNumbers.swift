/// A source as the standard library wants it, which turns its bits into numbers without favouring any.
package struct RandomNumbers: RandomNumberGenerator {
  private let source: any RandomSource

  package init(source: any RandomSource) { self.source = source }

  package mutating func next() -> UInt64 { source.next() }
}
