#if Redis
  import CHiredis
  import Platform

  /// Sends commands over one connection and reads the responses.
  final class RedisSession {
    let log: String
    private let patience: Double
    private let context: UnsafeMutablePointer<redisContext>
    let interrupt = SocketInterrupt()
    /// The number of the last call of ``run(_:blocking:)``, by which responses are matched to requests.
    private var lastRequest = UInt64.random(in: 0...UInt64.max)

    init(_ engine: RedisLog) throws(LogFailure) {
      log = engine.name
      patience = engine.patience
      guard let context = redisConnectWithTimeout(engine.host, Int32(clamping: engine.port), timeval(engine.patience))
      else { throw .unreachable(engine.name, "out of memory") }
      self.context = context
      guard context.pointee.err == 0 else { throw .unreachable(engine.name, RedisSession.reason(context)) }
      interrupt.open(context.pointee.fd)
      redisSetTimeout(context, timeval(patience))
      if let password = engine.password {
        var command: RedisCommand = ["AUTH"]
        if let user = engine.user { command.add(user) }
        command.add(password)
        append(command)
        if let error = try next().error { throw failure(error) }
      }
      if engine.database != 0 { _ = try run(["SELECT", "\(engine.database)"]) }
    }

    deinit {
      interrupt.close()
      redisFree(context)
    }

    func run(_ command: RedisCommand) throws(LogFailure) -> RedisReply { try run([command])[0] }

    /// Sends commands together, and returns the responses in their order.
    ///
    /// - Parameter blocking: the seconds that the server may take in addition to ``RedisLog/patience``.
    func run(_ commands: [RedisCommand], blocking: Double = 0) throws(LogFailure) -> [RedisReply] {
      lastRequest &+= 1
      let request = LogFormat.hexadecimal(lastRequest)
      append(["ECHO", request])
      for command in commands { append(command) }
      if blocking > 0 { redisSetTimeout(context, timeval(patience + blocking)) }
      defer { if blocking > 0 { redisSetTimeout(context, timeval(patience)) } }
      var replies: [RedisReply] = []
      for _ in 0...commands.count {
        replies.append(try next())
      }
      // Checked before the echo: a server that requires a password refuses the echo too.
      for reply in replies { if let error = reply.error { throw failure(error) } }
      guard replies.removeFirst().string == request else {
        throw .confused(log, "request \(request) got the answer to another one")
      }
      return replies
    }

    private func next() throws(LogFailure) -> RedisReply {
      var reply: UnsafeMutableRawPointer?
      guard redisGetReply(context, &reply) == REDIS_OK, let reply else {
        if context.pointee.err == REDIS_ERR_IO, errno == EAGAIN || errno == EWOULDBLOCK {
          throw .silent(log, seconds: patience)
        }
        throw .unreachable(log, RedisSession.reason(context))
      }
      defer { freeReplyObject(reply) }
      return RedisReply(reply.assumingMemoryBound(to: redisReply.self))
    }

    private func append(_ command: RedisCommand) {
      // One buffer for all words: their addresses must stay valid until hiredis has copied them.
      let bytes = command.words.flatMap { $0 }
      let lengths = command.words.map(\.count)
      bytes.withUnsafeBytes { buffer in
        var start = UnsafeRawPointer(buffer.baseAddress)
        var pointers = lengths.map { length in
          defer { start = start.map { $0 + length } }
          return start?.assumingMemoryBound(to: CChar.self)
        }
        redisAppendCommandArgv(context, Int32(lengths.count), &pointers, lengths)
      }
    }

    private static func reason(_ context: UnsafePointer<redisContext>) -> String {
      withUnsafeBytes(of: context.pointee.errstr) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }

    private func failure(_ text: String) -> LogFailure {
      // A master that a failover has made a replica. The next connection may reach the new master. Servers before 7.0 report it
      // as an error of the script.
      if text.contains("READONLY") { return .unreachable(log, text) }
      return switch text.prefix(while: { $0 != " " }) {
      // The server starts, fails over, or runs a script.
      case "LOADING", "BUSY", "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN", "UNBLOCKED", "NOREPLICAS", "NOSCRIPT":
        .unreachable(log, text)
      case "OOM", "MISCONF": .full(log, text)
      case "WRONGTYPE": .incompatible(log, text)
      case "NOAUTH", "WRONGPASS": .denied(log, text, "REDISCLI_AUTH")
      default: .refused(log, text)
      }
    }
  }

  extension timeval {
    init(_ seconds: Double) {
      self.init(tv_sec: Int(seconds), tv_usec: .init((seconds - seconds.rounded(.down)) * 1e6))
    }
  }
#endif
