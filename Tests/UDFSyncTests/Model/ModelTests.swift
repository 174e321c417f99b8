import SeededTesting
import Testing

@testable import UDFSync

@Suite("Model") struct ModelTests {
  @Test("whatever happens in whatever order, nothing promised is lost or made twice, and nothing deleted returns")
  func everything() throws {
    var (steps, requests) = (0, 0)
    var events: [String: Int] = [:]
    let runs = Extent.runs(daily: 68, nightly: 700)
    for number in 0..<UInt64(runs) {
      var run = ModelRun(seed: Seed.current &+ number)
      do {
        for _ in 0..<(run.isCalm ? 600 : 300) { try run.step() }
        try run.settle()
      } catch {
        Issue.record("run \(number), \(Seed.replay): \(error)")
        return
      }
      steps += run.count
      requests += run.requests
      events.merge(run.events, uniquingKeysWith: +)
    }
    #expect(steps >= runs * 300)
    #expect(requests > runs * 14, "the runs ask too little to say anything; \(Seed.replay)")
    for what in ["copy", "cut log", "crash", "live page", "row returned"] {
      #expect(events[what] ?? 0 > runs / 4, "too few: \(what), \(Seed.replay)")
    }
    for what in ["backup", "stream broken", "stream ended", "stream dead", "foreign page"] {
      #expect(events[what] ?? 0 > runs / 20, "too few: \(what), \(Seed.replay)")
    }
    let rare = [
      "dead letter sent again", "the server is restored", "the server learns version 2", "conflict", "key given",
    ]
    for what in rare {
      #expect(events[what] ?? 0 > runs / 200, "too few: \(what), \(Seed.replay)")
    }
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
