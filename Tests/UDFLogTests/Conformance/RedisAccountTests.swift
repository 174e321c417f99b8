#if Redis
  import LogTesting
  import Testing

  @testable import UDFLog

  @Suite("Accounts of Redis", .timeLimit(.minutes(5))) struct RedisAccountTests {
    /// The guarantees that the page of `UDFLog` lists.
    private static let reading = "+ECHO +HGET +HKEYS +HMGET +MULTI +EXEC +XRANGE +XREAD +EVALSHA +SCRIPT|LOAD"

    private let server: RedisServer

    init() throws {
      server = try RedisServer()
      let session = try RedisSession(RedisLog(host: "127.0.0.1", port: server.port, log: "shop"))
      for rule in ["writer on >pen ~udf:* +@all", "reader on >eye ~udf:{shop}:* \(Self.reading)"] {
        let words = ["ACL", "SETUSER"] + rule.split(separator: " ").map(String.init)
        var command: RedisCommand = []
        for word in words { command.add(word) }
        _ = try session.run(command)
      }
      _ = try session.run(["CONFIG", "SET", "requirepass", "main"])
    }

    private func log(_ account: String, _ environment: [String: String] = [:], options: String = "") throws -> ActionLog
    {
      let address = try LogAddress(
        "redis://\(account)127.0.0.1:\(server.port)\(options)", log: "shop", environment: environment)
      return ActionLog(address.engine, options: address.options)
    }

    @Test("the password may be in the address or in the environment")
    func password() async throws {
      #expect(await (try log(":main@")).append("a", 1, "one") == .committed(1))
      #expect(await (try log("", ["REDISCLI_AUTH": "main"])).append("a", 2, "two") == .committed(2))
      #expect(await (try log("writer:pen@")).append("a", 3, "three") == .committed(3))
    }

    @Test("a missing or a wrong password is refused, and is not in the message")
    func wrong() async throws {
      for (account, reason) in [("", "NOAUTH"), ("writer:wrong@", "WRONGPASS"), (":wrong@", "WRONGPASS")] {
        let log = try log(account)
        await #expect {
          try await log.head()
        } throws: { error in
          guard let failure = error as? LogFailure else { return false }
          let fix = "\n  To fix this, give the user and the password in the address, or the password in REDISCLI_AUTH."
          return failure.code == .denied && failure.message.contains(": \(reason) ")
            && failure.message.hasSuffix(fix) && !failure.message.contains("wrong@")
        }
      }
    }

    @Test("a reader follows a log until its password is changed, and again when it is changed back")
    func changed() async throws {
      let (writer, reader) = (try log("writer:pen@"), try log("reader:eye@"))
      #expect(await writer.append("a", 1, "one") == .committed(1))
      let follower = try await Follower(reader, after: writer.head().start)
      await follower.live()
      let main = try RedisSession(RedisLog(host: "127.0.0.1", port: server.port, password: "main", log: "shop"))
      _ = try main.run(["ACL", "SETUSER", "reader", "resetpass", ">other"])
      _ = try main.run(["CLIENT", "KILL", "USER", "reader"])
      await follower.disconnected()
      #expect(follower.failures.last?.code == .denied && follower.end == nil, "\(follower.failures)")
      #expect(await writer.append("a", 2, "two") == .committed(2))
      _ = try main.run(["ACL", "SETUSER", "reader", "resetpass", ">eye"])
      await follower.received(2)
      #expect(follower.texts == ["one", "two"])
      follower.cancel()
    }

    @Test("a reader whose first login is refused receives nothing more")
    func neverReached() async throws {
      let place = try await log("writer:pen@").head().start
      let follower = try Follower(log("reader:wrong@"), after: place)
      #expect(await follower.ended()?.code == .denied)
      #expect(follower.failures.isEmpty)
    }

    @Test("an account with the commands for reading follows a log, and may neither create nor change one")
    func reader() async throws {
      let writer = try log("writer:pen@")
      await writer.append("a", 1, "one")
      let head = try await writer.head()
      try await writer.save(LogSnapshot(head.place, epoch: head.epoch, reducers: "r", body: [1]))
      let reader = try log("reader:eye@", options: "?mode=read")
      let follower = try Follower(reader, after: head.start)
      await follower.received(1)
      #expect(follower.texts == ["one"])
      #expect(try await reader.snapshot(reducers: "r")?.body == [1])
      #expect(try await reader.lastNumber(of: "a") == 1)
      await writer.append("a", 2, "two")
      await follower.received(2)
      follower.cancel()
      guard case .refused(let failure) = await (try log("reader:eye@")).append("b", 1, "no") else {
        Issue.record("it was not refused")
        return
      }
      #expect(failure.message.contains("can't run this command"), "\(failure)")
      #expect(try await writer.texts() == ["one", "two"])
    }
  }
#endif
