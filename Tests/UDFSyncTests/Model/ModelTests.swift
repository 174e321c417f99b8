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

  @Test("so it is with a whole engine over files that are closed in the midst of it")
  func onDisk() async throws {
    var crashes = 0
    for number in 0..<UInt64(4) {
      var run = await EngineRun(seed: Seed.current &+ number)
      do {
        for _ in 0..<250 { try await run.step() }
        try await run.settle()
      } catch {
        Issue.record("run \(number), \(Seed.replay): \(error)")
        return
      }
      crashes += run.crashes
    }
    #expect(crashes > 10, "the runs end too seldom to say anything; \(Seed.replay)")
  }
}
