import HostTesting
import LogTesting
import Testing
import UDFHost

#if Redis && PostgreSQL
  @Suite("shared log: a server that is killed", .timeLimit(.minutes(5)))
  struct SharedEngineTests {
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
