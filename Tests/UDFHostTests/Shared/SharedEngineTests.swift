import HostTesting
import LogTesting
import SocketTesting
import Testing
import UDFHost

#if Redis && PostgreSQL
  @Suite("shared log: a server that is killed", .timeLimit(.minutes(5)))
  struct SharedEngineTests {
    @Test("a log without room: own actions wait, :log gives the reason, and they are confirmed when there is room")
    func full() async throws {
      let server = try RedisServer()
      defer { server.kill() }
      let board = try Board()
      let app = try board.host("till-1", address: "redis://127.0.0.1:\(server.port)?log=board")
      let connection = try #require(RawConnection(port: server.port))
      func set(maxmemory: Int) {
        _ = connection.send("CONFIG SET maxmemory \(maxmemory)\r\n")
        #expect(connection.receive().map { $0.starts(with: Array("+OK".utf8)) } ?? false)
      }
      set(maxmemory: 1)
      try app.run("board.add{ title = 'milk' }")
      try await app.poll { app.host.sharedLog?.problem != nil }
      #expect(app.host.sharedLog?.phase == .live)
      #expect(
        app.logs.contains {
          $0.contains("has no room")
            && $0.hasSuffix("Own actions are not confirmed. The host appends them again until the log takes them.")
        }, "\(app.logs)")
      set(maxmemory: 0)
      try await app.poll {
        app.pass(0.1)
        return app.host.sharedLog?.pending == 0
      }
      try await app.poll { app.logs.contains("info log: the log answers again") }
      #expect(app.logs.contains("info added milk"))
      #expect(app.host.sharedLog?.problem == nil)
    }

    @Test("a password that is changed while hosts run stops none: they warn, and go on when it is changed back")
    func password() async throws {
      let server = try RedisServer()
      defer { server.kill() }
      let connection = try #require(RawConnection(port: server.port))
      func run(_ command: String) {
        _ = connection.send("\(command)\r\n")
        #expect(connection.receive().map { !$0.starts(with: Array("-".utf8)) } ?? false, "\(command)")
      }
      run("CONFIG SET requirepass main")
      let board = try Board()
      let address = "redis://:main@127.0.0.1:\(server.port)?log=board"
      let apps = try [board.host("till-1", address: address), board.host("till-2", address: address)]
      for app in apps { try await app.poll { app.host.sharedLog?.phase == .live } }
      run("CONFIG SET requirepass other")
      // Only a new connection logs in.
      run("CLIENT KILL TYPE normal SKIPME yes")
      try apps[0].run("board.add{ title = 'milk' }")
      for app in apps {
        try await app.poll {
          app.pass(0.1)
          return app.host.sharedLog?.phase == .disconnected && app.logs.contains { $0.contains("WRONGPASS") }
        }
        let warning = app.logs.first { $0.contains("WRONGPASS") } ?? ""
        #expect(warning.contains("or the password in REDISCLI_AUTH.\n"), "\(warning)")
        #expect(app.logs.count { $0.contains("WRONGPASS") } == 1, "\(app.logs)")
      }
      run("CONFIG SET requirepass main")
      for app in apps {
        try await app.poll {
          for app in apps { app.pass(0.1) }
          return app.host.sharedLog?.phase == .live && app.host.sharedLog?.pending == 0
        }
        #expect(app.logs.contains("info log: the log answers again"))
      }
      try await apps[1].poll { try apps[1].cards == ["milk"] }
    }

    @Test(
      "while actions are optimistic: they stay on their hosts, and are in the log once when it runs again",
      arguments: EngineKind.servers)
    func killed(engine: EngineKind) async throws {
      let server = try LogServer(engine)
      let address = server.address(port: server.port, log: "board")
      defer { server.kill() }
      let board = try Board()
      let hosts = try (1...2).map { try board.host("till-\($0)", address: address) }
      var sent: Set<String> = []
      for round in 1...2 {
        for number in 1...20 {
          for (index, host) in hosts.enumerated() {
            let title = "\(round)-\(index)-\(number)"
            sent.insert(title)
            try host.run("board.add{ title = '\(title)' }")
            // Some are on their way, some are in the log and not answered, and some are not sent.
            if number == 10, index == 0 { server.kill() }
          }
        }
        for host in hosts { #expect(try host.cards.count >= 20 * round, "what was sent is shown") }
        try server.start()
        repeat {
          try Task.checkCancellation()
          for host in hosts { host.pass(0.01) }
          await Task.yield()
        } while hosts.contains { $0.host.sharedLog?.phase != .live || $0.host.sharedLog?.pending != 0 }
      }
      await hosts[0].follow(hosts[1])
      await hosts[1].follow(hosts[0])
      let late = try board.host("till-3", address: address)
      let cards = try late.cards
      #expect(Set(cards) == sent)
      #expect(cards.count == sent.count)
      for host in hosts {
        #expect(try host.state("board") == late.state("board"))
        #expect(host.logs.filter { $0.hasPrefix("info added") }.count == 40, "each effect ran once, on its sender")
      }
    }
  }
#endif
