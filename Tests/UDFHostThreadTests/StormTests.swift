import Platform
import SeededTesting
import Testing

@testable import UDFHost

@Suite("a storm of effects")
struct StormTests {
  /// The number of starts, cancels, answers and reloads.
  private static let events = Extent.runs(daily: 3_000, nightly: 100_000)

  @Test("with random starts, cancels, late results, reloads and stops leaves nothing pending, and each run ends once")
  func storm() async {
    let problems = await withCheckedContinuation { continuation in
      // An own thread, because it waits for answers, which arrive on the threads of the tests.
      _ = BackgroundThread.start {
        let problems: [String]
        do {
          problems = try EffectStorm(seed: Seed.current).problems(events: StormTests.events)
        } catch { problems = ["\(error)"] }
        continuation.resume(returning: problems)
      }
    }
    let told = problems.prefix(20).joined(separator: "\n")
    #expect(told == "", "\(Seed.replay)")
  }
}
