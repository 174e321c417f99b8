#if PostgreSQL
  import LogTesting
  import Platform
  import Testing

  @testable import UDFLog

  @Suite("Accounts of PostgreSQL", .timeLimit(.minutes(5))) struct PostgreSQLAccountTests {
    private let server: PostgreSQLServer

    /// A server with the accounts `writer` and `reader`, which have passwords, and with TLS.
    init() throws {
      server = try PostgreSQLServer()
      try session().script("CREATE ROLE writer LOGIN PASSWORD 'pen'")
      try session().script("CREATE ROLE reader LOGIN PASSWORD 'eye'")
      try session().script("GRANT CREATE ON DATABASE postgres TO writer")
      try session().script("ALTER SYSTEM SET ssl = on")
      for name in ["server", "other"] {
        try server.folder.run(
          "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
          "subjectAltName=DNS:localhost", "-keyout", "\(name).key", "-out", "\(name).crt")
      }
      try server.folder.run("sh", "-c", "chmod 600 server.key && mv server.key data && cp server.crt data")
      if getuid() == 0 { try server.folder.run("chown", "postgres", "data/server.key", "data/server.crt") }
      try server.folder.save(
        """
        hostssl all writer 127.0.0.1/32 scram-sha-256
        host all reader 127.0.0.1/32 scram-sha-256
        host all udf 127.0.0.1/32 trust

        """, to: "data/pg_hba.conf")
      server.kill()
      try server.start()
    }

    private func session() throws -> PostgreSQLSession {
      try PostgreSQLSession(PostgreSQLLog(server.url, log: "shop"))
    }

    private func log(_ account: String, host: String = "127.0.0.1", _ options: String = "") throws -> ActionLog {
      let address = try LogAddress("postgres://\(account)@\(host):\(server.port)/postgres\(options)", log: "shop")
      return ActionLog(address.engine, options: address.options)
    }

    /// The failure of a connection; nil: it succeeds.
    private func failure(_ log: ActionLog) async -> LogFailure? {
      do throws(LogFailure) { _ = try await log.head() } catch { return error }
      return nil
    }

    @Test("over TLS with the server's certificate a log is created and written; without TLS it is refused for good")
    func encrypted() async throws {
      let certificate = server.folder("server.crt")
      let log = try log("writer:pen", host: "localhost", "?sslmode=verify-full&sslrootcert=\(certificate)")
      #expect(await log.append("a", 1, "one") == .committed(1))
      let follower = try await Follower(log, after: log.head().start)
      await follower.received(1)
      follower.cancel()
      let plain = await failure(try self.log("writer:pen", "?sslmode=disable"))
      #expect(plain?.code == .refused && plain?.message.contains("no encryption") ?? false, "\(plain?.message ?? "")")
    }

    @Test("a server with another certificate, or with another name in it, is not trusted")
    func untrusted() async throws {
      let other = try log(
        "writer:pen", host: "localhost", "?sslmode=verify-full&sslrootcert=\(server.folder("other.crt"))")
      #expect(await failure(other)?.message.contains("certificate verify failed") ?? false)
      let renamed = try log("writer:pen", "?sslmode=verify-full&sslrootcert=\(server.folder("server.crt"))")
      let message = await failure(renamed)?.message ?? ""
      #expect(message.contains("does not match host name \"127.0.0.1\""), "\(message)")
    }

    @Test("a missing or a wrong password is refused, and is not in the message")
    func wrong() async throws {
      for (account, reason) in [("reader", "no password supplied"), ("reader:wrong", "password authentication failed")]
      {
        let failure = await failure(try log(account))
        #expect(failure?.code == .denied && failure?.message.contains(reason) ?? false, "\(failure?.message ?? "")")
        #expect(!(failure?.message.contains("wrong") ?? true))
        let fix = "\n  To fix this, give the user and the password in the address, or the password in PGPASSWORD."
        #expect(failure?.message.hasSuffix(fix) ?? false, "\(failure?.message ?? "")")
      }
    }

    @Test("an account that may only select follows a log, and may neither create nor change one")
    func reader() async throws {
      let missing = await failure(try log("reader:eye", "?mode=read"))
      #expect(missing?.message.contains(": there is no log; ") ?? false, "\(missing?.message ?? "")")
      let creator = await failure(try log("reader:eye"))
      #expect(
        creator?.message.contains("permission denied for database postgres") ?? false, "\(creator?.message ?? "")")
      let writer = ActionLog(PostgreSQLLog(server.url, log: "shop"))
      await writer.append("a", 1, "one")
      try session().script("GRANT USAGE ON SCHEMA udf_shop TO reader")
      try session().script("GRANT SELECT ON ALL TABLES IN SCHEMA udf_shop TO reader")
      let reader = try log("reader:eye", "?mode=read")
      let follower = try await Follower(reader, after: writer.head().start)
      await follower.received(1)
      await writer.append("a", 2, "two")
      await follower.received(2)
      #expect(follower.texts == ["one", "two"])
      follower.cancel()
      #expect(try await reader.lastNumber(of: "a") == 2)
      guard case .refused(let failure) = await (try log("reader:eye")).append("b", 1, "no") else {
        Issue.record("it was not refused")
        return
      }
      #expect(failure.message.contains("permission denied"), "\(failure)")
      #expect(try await writer.texts() == ["one", "two"])
    }
  }
#endif
