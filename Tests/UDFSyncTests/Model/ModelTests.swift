import SeededTesting
import Testing

@testable import UDFSync

@Suite("Model") struct ModelTests {
  @Test("after any events in any order, nothing acknowledged is lost or made twice, and nothing deleted returns")
  func everything() throws {
    var (steps, requests) = (0, 0)
    // In how many runs something has happened.
    var events: [String: Int] = [:]
    let runs = Extent.runs(daily: 160, nightly: 700)
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
      for what in run.events.keys { events[what, default: 0] += 1 }
    }
    #expect(steps >= runs * 300)
    #expect(requests > runs * 14, "the runs ask too little to say anything; \(Seed.replay)")
    // Each event happens in one of eleven runs or more, each of the first six in half of them, and independently of other runs. So
    // the probability that one is too seldom by chance is below e⁻¹⁴, 1 in a million (Chernoff).
    for what in ["several made as one", "copy", "cut log", "crash", "conflict", "filter"] {
      #expect(events[what] ?? 0 > runs / 8, "too few: \(what), \(Seed.replay)")
    }
    for what in [
      "two collections changed as one", "two collections refused as one", "backup", "stream broken", "stream ended",
      "stream dead", "foreign page", "live page", "row returned", "filter while a page is awaited",
      "filter in the middle of a difference", "lag", "lag of a conditional server", "dead letter sent again",
      "the server is restored", "the server learns version 2", "key given", "push without a pull",
    ] {
      #expect(events[what] != nil, "none: \(what), \(Seed.replay)")
    }
  }

  @Test("the same holds for a whole engine over files that are closed during it")
  func onDisk() async throws {
    var (crashes, livePages) = (0, 0)
    // Twelve runs in a row have every kind of server.
    for number in 0..<UInt64(Extent.runs(daily: 12, nightly: 60)) {
      var run = try await EngineRun(seed: Seed.current &+ number)
      do {
        for _ in 0..<100 { try await run.step() }
        try await run.settle()
      } catch {
        Issue.record("run \(number), \(Seed.replay): \(error)")
        return
      }
      crashes += run.crashes
      livePages += run.livePages
    }
    #expect(crashes > 10, "there are too few crashes; \(Seed.replay)")
    #expect(livePages > 20, "too few pages come over streams; \(Seed.replay)")
  }
}
