import Testing
import UDF
import UDFSync

@Suite("System clock") struct SystemClockTests {
  @Test("a moment that is over is not slept for, and the time awake never goes back")
  func past() async throws {
    let clock = SystemSyncClock()
    let before = clock.uptime
    try await clock.sleep(until: before - 10)
    #expect(clock.uptime >= before)
    #expect(clock.wall > 1_700_000_000)
  }

  @Test("options that make no sense end no process")
  func oddOptions() async throws {
    for options in [
      SyncOptions(ttl: .infinity, timeout: 1e300, page: 0, batch: -1, backoff: -1, longestBackoff: .infinity),
      SyncOptions(ttl: .nan, timeout: .nan, page: -1, batch: 0, backoff: .nan, longestBackoff: .nan),
    ] {
      let engine = SyncEngine(
        SyncCollection("articles", folder: "/nowhere"), core: DocumentedExamples.Offline(), options: options)
      #expect(await engine.pull() == .unchanged)
      try await engine.mutate(.delete, EntityKey("a"))
      await engine.stop()
    }
  }
}
