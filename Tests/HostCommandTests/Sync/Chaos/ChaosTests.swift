import Glibc
import SeededTesting
import Testing

@Suite("hosts and a server with network faults")
struct ChaosTests {
  @Test(
    "have the same rows after the faults, and lose no visible change",
    arguments: 0..<Extent.runs(daily: 20, nightly: 200))
  func rounds(_ number: Int) throws {
    // The test writes to a host that has ended.
    signal(SIGPIPE, SIG_IGN)
    let seed = Seed.current &+ UInt64(number)
    var round = try ChaosRound(seed: seed)
    try round.run(steps: 40)
  }
}
