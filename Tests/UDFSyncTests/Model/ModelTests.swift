import SeededTesting
import Testing

@testable import UDFSync

@Suite("Model") struct ModelTests {
  @Test("whatever happens in whatever order, nothing promised is lost and nothing deleted returns")
  func everything() throws {
    var steps = 0
    var requests = 0
    let runs = Extent.runs(daily: 68, nightly: 340)
    for number in 0..<UInt64(runs) {
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
    #expect(steps >= runs * 300)
    #expect(requests > runs * 14, "the runs ask too little to say anything; \(Seed.replay)")
  }

  @Test("so it is with a whole engine over files that are closed in the midst of it")
  func onDisk() async throws {
    var crashes = 0
    for number in 0..<UInt64(4) {
      var run = try await EngineRun(seed: Seed.current &+ number)
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
