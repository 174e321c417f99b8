import SeededTesting
import Testing

@testable import UDFHost

@Suite("a queue of trivial elements in a ring")
struct RingQueueTests {
  @Test("has the elements of an array with the same operations", arguments: 0..<4 as Range<UInt64>)
  func array(_ number: UInt64) {
    var generator = SeededGenerator(seed: Seed.current &+ number)
    var ring = RingQueue<Int>()
    defer { ring.deallocate() }
    var array: [Int] = []
    for step in 0..<2000 {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<60:
        ring.append(step)
        array.append(step)
      case 60..<90 where !array.isEmpty:
        ring.removeFirst()
        array.removeFirst()
      case 90..<99:
        let count = Int.random(in: 0...array.count, using: &generator)
        ring.removeLast(count)
        array.removeLast(count)
      default:
        ring.removeAll()
        array.removeAll()
      }
      #expect(Array(ring) == array, "step \(step); \(Seed.replay)")
    }
  }
}
