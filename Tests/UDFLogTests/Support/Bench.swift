import FolderTesting
import GRDB
import LogTesting
import Testing
import UDFStorage

@testable import UDFLog

/// A log for one test, and faults of its engine.
struct Bench: Sendable {
  let kind: EngineKind
  let folder: TemporaryFolder
  let name = "t" + LogFormat.newEpoch
  /// The port of the server; 0: there is none.
  let port: Int

  init(_ kind: EngineKind) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    port =
      switch kind {
      case .sqlite: 0
      #if Redis
        case .redis: try Servers.redis.get().port
      #endif
      #if PostgreSQL
        case .postgreSQL: try Servers.postgreSQL.get().port
      #endif
      }
  }

  /// A client's engine, which reaches the server at its own port or at that of a proxy.
  func engine(port: Int? = nil, patience: Double = 5) -> any LogEngine {
    switch kind {
    case .sqlite: FolderEngine(engine: SQLiteLog(folder("log.sqlite"), patience: patience), folder: folder)
    #if Redis
      case .redis: RedisLog(host: "127.0.0.1", port: port ?? self.port, log: name, patience: patience)
    #endif
    #if PostgreSQL
      case .postgreSQL:
        PostgreSQLLog("postgres://udf@127.0.0.1:\(port ?? self.port)/postgres", log: name, patience: patience)
    #endif
    }
  }

  func log(_ change: (inout LogOptions) -> Void = { _ in }) -> ActionLog {
    var options = LogOptions()
    change(&options)
    return ActionLog(engine(), options: options)
  }

  /// In the notation of the command line.
  var address: String { kind.address(port: port, file: folder("log.sqlite")) }

  // MARK: what only an engine's owner can do

  /// Restores the log to an earlier position, as from an older copy of the engine.
  func rewind(to position: Int64) async throws {
    switch kind {
    case .sqlite:
      try await SQLiteStorage.open(folder("log.sqlite"), patience: 5, isShared: true).write { db in
        try db.execute(
          sql: """
            UPDATE head SET position = ?1, link = coalesce((SELECT link FROM entry WHERE position = ?1), epoch);
            DELETE FROM entry WHERE position > ?1; DELETE FROM host;
            INSERT INTO host SELECT host, max(number), max(position) FROM entry GROUP BY host
            """.replacing("?1", with: "\(position)"))
      }
    #if Redis
      case .redis:
        let session = try RedisSession(engine() as! RedisLog)
        let page = try await log().read(after: log().head().start, limit: 100_000)
        let kept = page.entries.prefix(Int(position))
        let keys = ["head", "entries", "hosts"].map { "udf:{\(name)}:\($0)" }
        for entry in page.entries.dropFirst(Int(position)) {
          _ = try session.run(["XDEL", keys[1], "0-\(entry.position)"])
        }
        if !kept.isEmpty { _ = try session.run(["XSETID", keys[1], "0-\(position)"]) }
        _ = try session.run(["HSET", keys[0], "position", "\(position)", "link", kept.last?.link ?? page.head.epoch])
        _ = try session.run(["DEL", keys[2]])
        for entry in kept {
          _ = try session.run(["HSET", keys[2], entry.name.host, "\(entry.name.number) \(entry.position)"])
        }
    #endif
    #if PostgreSQL
      case .postgreSQL:
        try PostgreSQLSession(engine() as! PostgreSQLLog).script(
          """
          UPDATE LOG.head SET position = ?1, link = coalesce((SELECT link FROM LOG.entry WHERE position = ?1), epoch);
          DELETE FROM LOG.entry WHERE position > ?1; DELETE FROM LOG.host;
          INSERT INTO LOG.host SELECT host, max(number), max(position) FROM LOG.entry GROUP BY host
          """.replacing("?1", with: "\(position)").replacing("LOG.", with: "udf_\(name)."))
    #endif
    }
  }

  /// Removes the log.
  func erase() async throws {
    switch kind {
    case .sqlite:
      try folder.run("rm", "-f", "log.sqlite", "log.sqlite-wal", "log.sqlite-shm")
    #if Redis
      case .redis:
        _ = try RedisSession(engine() as! RedisLog).run(
          ["DEL", "udf:{\(name)}:head", "udf:{\(name)}:entries", "udf:{\(name)}:hosts", "udf:{\(name)}:snapshots"])
    #endif
    #if PostgreSQL
      case .postgreSQL: try PostgreSQLSession(engine() as! PostgreSQLLog).script("DROP SCHEMA udf_\(name) CASCADE")
    #endif
    }
  }

  func setFormat(_ format: String) async throws {
    _ = try await log().head()
    switch kind {
    case .sqlite:
      try await SQLiteStorage.open(folder("log.sqlite"), patience: 5, isShared: true).write { db in
        try db.execute(sql: "UPDATE head SET format = '\(format)'")
      }
    #if Redis
      case .redis:
        _ = try RedisSession(engine() as! RedisLog).run(["HSET", "udf:{\(name)}:head", "format", format])
    #endif
    #if PostgreSQL
      case .postgreSQL:
        try PostgreSQLSession(engine() as! PostgreSQLLog).script("UPDATE udf_\(name).head SET format = '\(format)'")
    #endif
    }
  }
}

extension ActionLog {
  /// Appends texts, one action each.
  @discardableResult
  func append(
    _ host: String, _ number: Int64, _ texts: String..., expectedHead: Int64? = nil, epoch: String? = nil
  ) async -> AppendOutcome {
    await append(
      LogBatch(
        EntryName(host, number), texts.map { LogAction(Array($0.utf8)) }, expectedHead: expectedHead, epoch: epoch))
  }

  /// All entries that can be read.
  func entries() async throws -> [LogEntry] {
    let head = try await head()
    var place = head.start
    if head.base > 0, let snapshot = try await snapshot() { place = snapshot.place }
    var entries: [LogEntry] = []
    while true {
      let page = try await read(after: place)
      guard let last = page.entries.last else { return entries }
      entries += page.entries
      place = last.place
    }
  }

  func texts() async throws -> [String] { try await entries().map(\.text) }
}

extension LogEntry {
  var text: String { String(decoding: action.body, as: UTF8.self) }
}
