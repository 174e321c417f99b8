#if Redis
  import Glibc
  import LogTesting
  import SeededTesting
  import SocketTesting
  import Testing
  import UDFLog

  @Suite("hosts of a Redis log that loses entries", .serialized, .timeLimit(.minutes(30)))
  struct SharedLossTests {
    @Test("stop, keep their actions and name the lost entries, when Redis starts with the end of its file cut off")
    func truncated() async throws {
      signal(SIGPIPE, SIG_IGN)
      let server = try LogServer(.redis)
      defer { server.kill() }
      var random = SeededGenerator(seed: Seed.current)
      for number in 0..<Extent.runs(daily: 1, nightly: 10) {
        var round = try SharedChaosRound(server, seed: Seed.current &+ UInt64(number))
        #expect(try await round.runInCalm(steps: 40) == [], "\(Seed.replay)")
        let head = try await round.log.head().position
        server.kill()
        let file = try #require(server.appendedFile)
        var status = stat()
        #expect(stat(file, &status) == 0)
        #expect(truncate(file, status.st_size - .random(in: 1...2000, using: &random)) == 0)
        try server.start()
        try await expectStop(round, server, former: head, round.log)
      }
    }

    @Test("stop, keep their actions and name the lost entries, when an outdated replica takes the server's place")
    func staleReplica() async throws {
      signal(SIGPIPE, SIG_IGN)
      for number in 0..<Extent.runs(daily: 1, nightly: 10) {
        let (server, replica) = (try LogServer(.redis), try LogServer(.redis))
        defer {
          server.kill()
          replica.kill()
        }
        var round = try SharedChaosRound(server, seed: Seed.current &+ UInt64(number))
        #expect(try await round.runInCalm(steps: 20) == [], "\(Seed.replay)")
        let copied = try await round.log.head().position
        _ = try order("REPLICAOF 127.0.0.1 \(server.port)", to: replica)
        while try order("HGET udf:{\(round.name)}:head position", to: replica) != "\(copied)" { usleep(10_000) }
        _ = try order("REPLICAOF NO ONE", to: replica)
        #expect(try await round.runInCalm(steps: 20) == [], "\(Seed.replay)")
        let head = try await round.log.head().position
        for host in round.hosts { host.proxy?.lead(to: replica.port) }
        server.kill()
        try await expectStop(
          round, replica, former: head,
          ActionLog(replica.engine(port: replica.port, log: round.name, patience: 5)))
      }
    }

    /// Sends an inline command; returns the last line of the response.
    private func order(_ command: String, to server: LogServer) throws -> String {
      let connection = try #require(RawConnection(port: server.port))
      connection.setTimeout(seconds: 5)
      connection.send(command + "\r\n")
      let response = String(decoding: connection.receive() ?? [], as: UTF8.self)
      return response.split(separator: "\r\n").last.map(String.init) ?? ""
    }

    private func expectStop(
      _ round: SharedChaosRound, _ server: LogServer, former: Int64, _ log: ActionLog
    ) async throws {
      let head = try await log.head().position
      #expect(head < former, "\(Seed.replay)")
      for host in round.hosts {
        let cards = host.cards
        for _ in 0..<600 where host.phase != "stopped" {
          try host.collect()
          usleep(20_000)
        }
        #expect(host.phase == "stopped", "\(host.name): \(host.status); \(Seed.replay)")
        #expect(
          host.problem.contains("has lost or replaced entries \(head + 1) to \(former), which were read before"),
          "\(host.name): \(host.problem); \(Seed.replay)")
        host.send("board.add{ title = 'late' }")
        try host.collect()
        #expect(host.cards == cards, "\(host.name) has other cards; \(Seed.replay)")
      }
      let board = try await SharedChaosBoard(log)
      #expect(board.head == head, "a host that has stopped has appended; \(Seed.replay)")
      let late = try SharedChaosHost("late", in: round.folder, server, log: round.name, seed: 1)
      try late.start()
      try late.collect()
      #expect(late.isLive(at: head) && late.cards == board.cards, "\(late.status); \(Seed.replay)")
    }
  }
#endif
