#if Redis
  import Platform

  final class RedisConnection: LogConnection {
    private let engine: RedisLog
    private let session: RedisSession
    /// The digests of the scripts that the server has loaded, by their names.
    private var digests: [String: String] = [:]

    private var log: String { engine.name }
    private var head: String { "udf:{\(engine.log)}:head" }
    private var entries: String { "udf:{\(engine.log)}:entries" }
    private var hosts: String { "udf:{\(engine.log)}:hosts" }
    private var snapshots: String { "udf:{\(engine.log)}:snapshots" }

    init(_ engine: RedisLog, _ session: RedisSession) {
      self.engine = engine
      self.session = session
    }

    func open(creates: Bool) throws(LogFailure) {
      var format = try session.run(["HGET", head, "format"]).string
      if format == nil {
        guard creates else { throw .missing(log) }
        var command = try script("open", PackageResources.open_lua, [head])
        command.add(LogFormat.current)
        command.add(LogFormat.newEpoch)
        format = try session.run(command).string
      }
      guard format == LogFormat.current else { throw .format(log, format ?? "unknown") }
    }

    /// Returns the start of a command that runs a script.
    private func script(
      _ name: String, _ text: [UInt8], _ keys: [String]
    ) throws(LogFailure) -> RedisCommand {
      if digests[name] == nil {
        var command: RedisCommand = ["SCRIPT", "LOAD"]
        command.add(text)
        digests[name] = try session.run(command).string
      }
      var command: RedisCommand = ["EVALSHA", digests[name] ?? "", "\(keys.count)"]
      for key in keys { command.add(key) }
      return command
    }

    // MARK: append

    func append(_ batches: [LogBatch]) throws(LogFailure) -> [AppendOutcome] {
      var commands: [RedisCommand] = []
      for batch in batches {
        var command = try script("append", PackageResources.append_lua, [head, entries, hosts])
        command.add(batch.epoch ?? "")
        command.add(batch.first.host)
        command.add("\(batch.first.number)")
        command.add(batch.expectedHead.map { "\($0)" } ?? "")
        for (name, action) in batch.named {
          command.add(action.cause?.host ?? "")
          command.add(action.cause.map { "\($0.number)" } ?? "")
          command.add(action.stamp)
          command.add(action.body)
          command.add(action.digest(name))
        }
        commands.append(command)
      }
      let replies = try session.run(commands)
      var outcomes: [AppendOutcome] = []
      for (batch, reply) in zip(batches, replies) { outcomes.append(try outcome(reply, of: batch)) }
      return outcomes
    }

    private func outcome(_ reply: RedisReply, of batch: LogBatch) throws(LogFailure) -> AppendOutcome {
      guard let list = reply.list, list.count == 2 else { throw .confused(log, "an append has no outcome") }
      let detail = list[1]
      switch (list[0].string, detail.integer) {
      case ("committed", let position?): return .committed(position)
      case ("rejected", let head?): return .rejected(head: head)
      case ("gap", let last?): return .gap(last: last)
      case ("epoch", _):
        return .refused(.otherEpoch(log, detail.string ?? "", expected: batch.epoch ?? ""))
      // The server has lost the log since the connection was opened. The next connection creates a new one.
      default: throw .confused(log, "the log is gone")
      }
    }

    // MARK: read

    func read(after position: Int64, limit: Int) throws(LogFailure) -> LogPage {
      let replies = try session.run([
        ["MULTI"], ["HMGET", head, "epoch", "position", "link", "base"],
        ["XRANGE", entries, "0-\(position + 1)", "+", "COUNT", "\(limit)"], ["EXEC"],
      ])
      guard let result = replies[3].list, result.count == 2, let fields = result[0].list, fields.count == 4,
        let rows = result[1].list
      else { throw .confused(log, "a page has no head") }
      guard let epoch = fields[0].string, let position = fields[1].integer, let link = fields[2].string,
        let base = fields[3].integer
      else { throw .confused(log, "the log is gone") }
      return LogPage(
        entries: try list(rows), head: LogHead(epoch: epoch, position: position, link: link, base: base))
    }

    func wait(after position: Int64, limit: Int, seconds: Double) throws(LogFailure) -> [LogEntry] {
      let milliseconds = max(1, Int(seconds * 1000))
      let reply = try session.run(
        [
          [
            "XREAD", "COUNT", "\(limit)", "BLOCK", "\(milliseconds)", "STREAMS", entries, "0-\(position)",
          ]
        ], blocking: seconds)[0]
      guard let stream = reply.list?.first?.list, stream.count == 2, let rows = stream[1].list else { return [] }
      return try list(rows)
    }

    var interrupt: @Sendable () -> Void { session.interrupt.interrupt }

    func lastNumber(of host: String) throws(LogFailure) -> Int64 {
      let text = try session.run(["HGET", hosts, host]).string
      return text.flatMap { Int64($0.prefix { $0 != " " }) } ?? 0
    }

    private func list(_ rows: [RedisReply]) throws(LogFailure) -> [LogEntry] {
      var entries: [LogEntry] = []
      for row in rows { entries.append(try entry(row)) }
      return entries
    }

    /// The fields have the order in which append.lua writes them.
    private func entry(_ row: RedisReply) throws(LogFailure) -> LogEntry {
      guard let parts = row.list, parts.count == 2, let position = parts[0].string?.dropFirst(2),
        let position = Int64(position), let fields = parts[1].list, fields.count == 16,
        let host = fields[1].string, let number = fields[3].integer, let causeHost = fields[5].string,
        let stamp = fields[9].bytes, let body = fields[11].bytes, let previous = fields[13].string,
        let link = fields[15].string
      else { throw .incompatible(log, "an entry is not one that this version has written") }
      let cause = fields[7].integer.map { EntryName(causeHost, $0) }
      return LogEntry(
        position: position, name: EntryName(host, number), action: LogAction(body, stamp: stamp, cause: cause),
        previous: previous, link: link)
    }

    // MARK: snapshots

    func trim(below position: Int64) throws(LogFailure) {
      var command = try script("trim", PackageResources.trim_lua, [head, entries, snapshots])
      command.add("\(position)")
      let reply = try session.run(command).list ?? []
      switch reply.first?.string {
      case "unkept": throw .noSnapshot(log, below: position)
      case "beyond": throw .beyond(log, position, head: reply.last?.integer ?? 0)
      default: return
      }
    }

    func save(_ snapshot: LogSnapshot) throws(LogFailure) {
      var command = try script("save", PackageResources.save_lua, [head, entries, snapshots])
      command.add("\(snapshot.place.position)")
      command.add(snapshot.place.link)
      command.add(snapshot.reducers)
      command.add(snapshot.body)
      guard try session.run(command).string == "saved" else {
        throw .foreignSnapshot(log, snapshot.place.position)
      }
    }

    func snapshot(reducers: String?) throws(LogFailure) -> LogSnapshot? {
      var command = try script("snapshot", PackageResources.snapshot_lua, [head, snapshots])
      command.add(reducers.map { "=" + $0 } ?? "")
      guard let reply = try session.run(command).list, reply.count == 3,
        let name = reply[0].string?.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false),
        name.count == 3, let position = Int64(name[0]), let body = reply[1].bytes, let epoch = reply[2].string
      else { return nil }
      return LogSnapshot(
        LogPlace(position: position, link: String(name[1])), epoch: epoch, reducers: String(name[2]), body: body)
    }
  }
#endif
