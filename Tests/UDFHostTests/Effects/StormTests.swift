import SeededTesting
import Testing

@testable import UDFHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("a storm of effects")
struct StormTests {
  /// How many random steps there are; `UDF_STORM_STEPS=100000` for a real storm, which takes a minute.
  private static let steps = getenv("UDF_STORM_STEPS").flatMap { Int(String(cString: $0)) } ?? 2000

  @Test("of random starts, cancels, late answers, reloads and stops leaves nothing pending, and each run ends once")
  func storm() async {
    let problems = await withCheckedContinuation { continuation in
      // A thread of its own, because it waits for answers, which come on those that tests run on.
      _ = BackgroundThread.start {
        let problems: [String]
        do {
          problems = try EffectStorm.problems(seed: Seed.current, steps: StormTests.steps)
        } catch { problems = ["\(error)"] }
        continuation.resume(returning: problems)
      }
    }
    let told = problems.prefix(20).joined(separator: "\n")
    #expect(told == "", "\(Seed.replay)")
  }
}
