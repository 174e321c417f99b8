import FolderTesting
import UDFLog

/// An engine that can be killed: a server, or a folder with files.
package final class LogServer: Sendable {
  package let kind: EngineKind
  package let folder: TemporaryFolder
  /// 0: a file has no port.
  package let port: Int
  /// The file to which Redis adds each write; nil: another engine.
  package let appendedFile: String?
  private let server: (kill: @Sendable () -> Void, start: @Sendable () throws -> Void)?

  package init(_ kind: EngineKind) throws {
    self.kind = kind
    folder = try TemporaryFolder()
    switch kind {
    case .sqlite:
      (port, appendedFile) = (0, nil)
      server = nil
    #if Redis
      case .redis:
        let redis = try RedisServer()
        (port, appendedFile) = (redis.port, redis.appendedFile)
        server = ({ redis.kill() }, { try redis.start() })
    #endif
    #if PostgreSQL
      case .postgreSQL:
        let postgreSQL = try PostgreSQLServer()
        (port, appendedFile) = (postgreSQL.port, nil)
        server = ({ postgreSQL.kill() }, { try postgreSQL.start() })
    #endif
    }
  }

  package func kill() { server?.kill() }
  package func start() throws { try server?.start() }

  /// Kills the server at once, and starts it again.
  package func restart() throws {
    kill()
    try start()
  }

  /// The engine for a client that reaches the server at its own port or at that of a proxy.
  package func engine(port: Int, log: String, patience: Double) -> any LogEngine {
    switch kind {
    case .sqlite: SQLiteLog(folder("\(log).sqlite"), patience: patience)
    #if Redis
      case .redis: RedisLog(host: "127.0.0.1", port: port, log: log, patience: patience)
    #endif
    #if PostgreSQL
      case .postgreSQL: PostgreSQLLog("postgres://udf@127.0.0.1:\(port)/postgres", log: log, patience: patience)
    #endif
    }
  }

  /// The address of a log for the command line.
  package func address(port: Int, log: String) -> String {
    kind.address(port: port, file: folder("\(log).sqlite")) + (kind == .sqlite ? "" : "?log=\(log)")
  }
}
