/// The engines of a log that this build contains.
package enum EngineKind: String, CaseIterable, Sendable {
  case sqlite
  #if Redis
    case redis
  #endif
  #if PostgreSQL
    case postgreSQL
  #endif

  /// The address for the command line.
  package func address(port: Int, file: String) -> String {
    switch self {
    case .sqlite: "sqlite:" + file
    #if Redis
      case .redis: "redis://127.0.0.1:\(port)"
    #endif
    #if PostgreSQL
      case .postgreSQL: "postgres://udf@127.0.0.1:\(port)/postgres"
    #endif
    }
  }

  /// The engines that are servers.
  package static var servers: [EngineKind] { allCases.filter { $0 != .sqlite } }
}
