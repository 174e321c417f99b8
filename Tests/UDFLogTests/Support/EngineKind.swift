import FolderTesting
import LogTesting
import SeededTesting
import Testing

@testable import UDFLog

/// The engines that every test of the conformance suite runs on.
enum EngineKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite
  #if Redis
    case redis
  #endif
  #if PostgreSQL
    case postgreSQL
  #endif

  var testDescription: String { rawValue }

  /// As the command line takes it.
  func address(port: Int, file: String) -> String {
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

  /// Those that are servers.
  static var servers: [EngineKind] { allCases.filter { $0 != .sqlite } }
}
