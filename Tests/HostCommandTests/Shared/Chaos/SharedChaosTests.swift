import Glibc
import LogTesting
import SeededTesting
import Testing

@Suite("hosts of a shared log with faults of hosts, engine and network", .serialized, .timeLimit(.minutes(60)))
struct SharedChaosTests {
  @Test(
    "agree afterwards, have each confirmed action in the log once, and print nothing as confirmed that is not",
    arguments: EngineKind.allCases)
  func rounds(kind: EngineKind) async throws {
    // A host that was killed is written to.
    signal(SIGPIPE, SIG_IGN)
    let server = try LogServer(kind)
    defer { server.kill() }
    for number in 0..<Extent.runs(daily: 7, nightly: 70) {
      let seed = Seed.current &+ UInt64(number)
      var round = try SharedChaosRound(server, seed: seed)
      let problems = try await round.run(steps: 40)
      #expect(problems == [], "\(kind), round \(number), \(Seed.replay)")
    }
  }
}
