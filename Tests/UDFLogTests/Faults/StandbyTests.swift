#if PostgreSQL
  import LogTesting
  import Platform
  import Testing

  @testable import UDFLog

  @Suite("Faults: failover of PostgreSQL", .timeLimit(.minutes(2))) struct StandbyTests {
    @Test("a server that a failover has made a standby is asked again until it takes actions")
    func demoted() async throws {
      let server = try PostgreSQLServer()
      defer { server.kill() }
      let engine = PostgreSQLLog(server.url, log: "shop", patience: 5)
      #expect(await ActionLog(engine).append("a", 1, "1") == .committed(1))
      for (setting, isStandby) in [("on", true), ("off", false)] {
        let session = try PostgreSQLSession(engine)
        try session.script("ALTER SYSTEM SET default_transaction_read_only = \(setting)")
        try session.script("SELECT pg_reload_conf()")
        // New connections have it then.
        func now() throws -> String? {
          try PostgreSQLSession(engine).run("SELECT current_setting('default_transaction_read_only')")[0].text(0)
        }
        while try now() != setting { usleep(10_000) }
        let outcome = await ActionLog(engine).append("a", 2, "2")
        if isStandby {
          guard case .unknown(let failure) = outcome else {
            Issue.record("it is not asked again: \(outcome)")
            return
          }
          #expect(failure.code == .unreachable && failure.message.contains("read-only"), "\(failure)")
        } else {
          #expect(outcome == .committed(2))
        }
      }
    }
  }
#endif
