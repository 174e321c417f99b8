#if Redis
  import LogTesting
  import Platform
  import SeededTesting
  import Testing

  @testable import UDFLog

  /// A Redis server that comes back with less than it has acknowledged.
  @Suite("Faults: failover", .timeLimit(.minutes(5))) struct FailoverTests {
    private func engine(_ port: Int) -> RedisLog { RedisLog(host: "127.0.0.1", port: port, log: "shop", patience: 2) }

    private func options() -> LogOptions {
      var options = LogOptions()
      options.check = 0.1
      options.pause = 0.01...0.05
      return options
    }

    @Test("subscribers of a truncated file report the lost entries, and no other subscriber stops")
    func truncated() async throws {
      var generator = SeededGenerator(seed: Seed.current)
      let server = try RedisServer()
      for round in 0..<Extent.runs(daily: 3, nightly: 30) {
        let log = ActionLog(
          RedisLog(host: "127.0.0.1", port: server.port, log: "round\(round)", patience: 2), options: options())
        let start = try await log.head().start
        for number in 1...30 { await log.append("a", Int64(number), "\(number)") }
        let ahead = try Follower(log, after: start)
        await ahead.received(30)
        let early = ahead.entries[4].place
        server.kill()
        var status = stat()
        #expect(stat(server.appendedFile, &status) == 0)
        #expect(truncate(server.appendedFile, status.st_size - .random(in: 1...2000, using: &generator)) == 0)
        try server.start()
        let head = try await log.head().position
        #expect(head < 30 && head > 5)
        let end = await ahead.ended()
        #expect(end?.code == .diverged && end?.lost == head + 1...30, "\(Seed.replay)")
        #expect(await log.append("a", 31, "31") == .gap(last: head))
        // A host that had not read so far goes on.
        let behind = try Follower(log, after: early)
        #expect(await log.append("a", head + 1, "again") == .committed(head + 1))
        await behind.received(Int(head) - 4)
        #expect(behind.texts == (6...Int(head)).map { "\($0)" } + ["again"])
        behind.cancel()
      }
    }

    @Test("a master that a failover has made a replica is asked again until it takes actions")
    func demoted() async throws {
      let server = try RedisServer()
      let log = ActionLog(engine(server.port), options: options())
      #expect(await log.append("a", 1, "1") == .committed(1))
      let session = try RedisSession(engine(server.port))
      _ = try session.run(["REPLICAOF", "127.0.0.1", "1"])
      guard case .unknown(let failure) = await log.append("a", 2, "2") else {
        Issue.record("it is not asked again")
        return
      }
      #expect(failure.code == .unreachable && failure.message.contains("READONLY"), "\(failure)")
      _ = try session.run(["REPLICAOF", "NO", "ONE"])
      #expect(await log.append("a", 2, "2") == .committed(2))
    }

    @Test("a failover to an outdated replica stops the hosts that have read more, whatever the replica appends")
    func staleReplica() async throws {
      let (server, replica) = (try RedisServer(), try RedisServer())
      let proxy = try LogProxy(to: server.port, generator: SeededGenerator(seed: 1))
      let log = ActionLog(engine(proxy.port), options: options())
      for number in 1...20 { await log.append("a", Int64(number), "\(number)") }
      let follow = try RedisSession(engine(replica.port))
      _ = try follow.run(["REPLICAOF", "127.0.0.1", "\(server.port)"])
      while try follow.run(["HGET", "udf:{shop}:head", "position"]).integer != 20 { usleep(10_000) }
      _ = try follow.run(["REPLICAOF", "NO", "ONE"])
      for number in 21...30 { await log.append("a", Int64(number), "\(number)") }
      let attached = try await Follower(log, after: log.head().start)
      await attached.received(30)
      let place = attached.entries[29].place
      proxy.lead(to: replica.port)
      server.kill()
      let end = await attached.ended()
      #expect(end?.lost == 21...30)
      #expect(await log.append("a", 31, "31") == .gap(last: 20))
      // Another host has gone on, beyond where the first one was.
      for number in 1...15 { await log.append("b", Int64(number), "b\(number)") }
      let late = try Follower(log, after: place)
      #expect(await late.ended()?.code == .diverged)
      #expect(late.entries.isEmpty)
    }
  }
#endif
