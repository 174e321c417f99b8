import Testing
import UDF
import UDFSync

@Suite("System clock") struct SystemClockTests {
  @Test("a time in the past ends a sleep at once, and the uptime never decreases")
  func past() async throws {
    let clock = SystemSyncClock()
    let before = clock.uptime
    try await clock.sleep(until: before - 10)
    #expect(clock.uptime >= before)
    #expect(clock.wall > 1_700_000_000)
  }

  @Test("invalid options do not end the process")
  func oddOptions() async throws {
    for options in [
      SyncOptions(ttl: .infinity, timeout: 1e300, page: 0, batch: -1, backoff: -1, longestBackoff: .infinity),
      SyncOptions(ttl: .nan, timeout: .nan, page: -1, batch: 0, backoff: .nan, longestBackoff: .nan),
    ] {
      let engine = SyncEngine(
        SyncCollection("articles", folder: "/nowhere"), core: DocumentedExamples.Offline(), options: options)
      #expect(await engine.pull() == .unchanged)
      try await engine.mutate(.delete, RowKey("a"))
      await engine.stop()
    }
  }
}
