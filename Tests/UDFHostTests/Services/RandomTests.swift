import HostTesting
import SeededTesting
import Testing
import UDFHost
import UDFServices

@Suite("the random and uuid services")
struct RandomTests {
  private static func session(seed: UInt64?) async throws -> [Value] {
    let probe = try ServiceProbe("random", "uuid") { $0.seed = seed }
    return try await [
      probe.call("random.number"), probe.call("random.integer", 1, 1_000_000), probe.call("uuid.make"),
      probe.call("random.shuffle", .list((1...20).map { .integer($0) })), probe.call("random.pick", ["a", "b", "c"]),
    ]
  }

  @Test("give the same session with the same seed, and another one otherwise")
  func seeded() async throws {
    let seed = Seed.current
    let first = try await Self.session(seed: seed)
    #expect(try await Self.session(seed: seed) == first, "\(Seed.replay)")
    #expect(try await Self.session(seed: seed &+ 1) != first, "\(Seed.replay)")
    #expect(try await Self.session(seed: nil) != Self.session(seed: nil))
  }

  @Test("compute the numbers of a seed by SplitMix64, on every machine")
  func known() {
    let random = SeededRandom(seed: 1_234_567)
    #expect(
      (1...3).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      ])
  }

  @Test("give numbers from 0 up to 1, and integers within their bounds and including them")
  func bounds() async throws {
    let probe = try ServiceProbe("random") { $0.seed = Seed.current }
    var seen: Set<Int64> = []
    for _ in 1...200 {
      guard case .number(let number) = try await probe.call("random.number") else {
        Issue.record("no number")
        return
      }
      #expect((0..<1).contains(number), "\(Seed.replay)")
      guard case .integer(let integer) = try await probe.call("random.integer", -1, 2) else {
        Issue.record("none")
        return
      }
      seen.insert(integer)
    }
    #expect(seen == [-1, 0, 1, 2], "\(Seed.replay)")
    #expect(try await probe.call("random.integer", 7, 7) == 7)
    guard case .integer = try await probe.call("random.integer", .integer(.min), .integer(.max)) else {
      Issue.record("no integer of the whole range")
      return
    }
  }

  @Test("refuse bounds in the wrong order and an empty list")
  func refused() async throws {
    let probe = try ServiceProbe("random")
    #expect(
      await probe.failure("random.integer", 3, 1)
        == "arguments: random.integer: low must not be above high, got 3 and 1")
    #expect(
      await probe.failure("random.pick", []) == "arguments: random.pick: the list is empty; there is nothing to pick")
    #expect(
      await probe.failure("random.integer", 1)
        == "arguments: random.integer: high is missing; it must be an integer\n"
        + "  Signature: random.integer(low: integer, high: integer) → integer")
  }

  @Test("shuffle without losing an item, also an empty list")
  func shuffling() async throws {
    let probe = try ServiceProbe("random") { $0.seed = Seed.current }
    let items: [Value] = (1...50).map { .integer($0) }
    guard case .list(let shuffled) = try await probe.call("random.shuffle", .list(items)) else {
      Issue.record("no list")
      return
    }
    #expect(shuffled != items, "\(Seed.replay)")
    #expect(Set(shuffled.map(\.description)) == Set(items.map(\.description)), "\(Seed.replay)")
    #expect(try await probe.call("random.shuffle", []) == [])
  }

  @Test("make UUIDs of version 4 that differ")
  func uuids() async throws {
    let uuids = RandomUUIDs(SeededRandom(seed: Seed.current))
    let made = Set((1...1000).map { _ in uuids.make() })
    #expect(made.count == 1000)
    let pattern = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    for uuid in made { #expect(uuid.wholeMatch(of: pattern) != nil, "\(uuid) \(Seed.replay)") }
  }
}
