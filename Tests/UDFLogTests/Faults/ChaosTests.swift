import LogTesting
import SeededTesting
import Testing

@testable import UDFLog

/// With `UDF_CHAOS` in the environment it prints what each round did.
@Suite("Faults: chaos", .serialized, .timeLimit(.minutes(30))) struct ChaosTests {
  @Test(
    "each acknowledged action is in the log once, after any faults of engine and network",
    arguments: EngineKind.allCases)
  func rounds(kind: EngineKind) async throws {
    // A server takes longer to start than a file to open.
    let rounds =
      kind == .sqlite ? Extent.runs(daily: 8, nightly: 80) : Extent.runs(daily: 6, nightly: 60)
    let engine = try LogServer(kind)
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 0..<rounds {
      let seed = generator.next()
      let problems = try await ChaosRound(engine, seed: seed).run()
      #expect(problems == [], "\(kind), round \(seed): \(Seed.replay)")
    }
  }
}
