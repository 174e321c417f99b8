import SeededTesting
import Testing

@testable import UDFSync

@Suite("Model") struct ModelTests {
  @Test("whatever happens in whatever order, nothing promised is lost and nothing deleted returns")
  func everything() throws {
    var steps = 0
    var requests = 0
    for number in 0..<UInt64(340) {
      var run = ModelRun(seed: Seed.current &+ number)
      do {
        for _ in 0..<300 { try run.step() }
        try run.settle()
      } catch {
        Issue.record("run \(number), \(Seed.replay): \(error)")
        return
      }
      steps += run.count
      requests += run.requests
    }
    #expect(steps >= 100_000)
    #expect(requests > 5000, "the runs ask too little to say anything; \(Seed.replay)")
  }
}
