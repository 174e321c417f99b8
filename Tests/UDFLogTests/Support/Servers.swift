import LogTesting

/// Servers that the tests share. Each test has another log. The servers end with the process, which releases no objects.
enum Servers {
  #if Redis
    static let redis = Result {
      let server = try RedisServer()
      ServerProcess.removeFolder(server.folder.path)
      return server
    }
  #endif
  #if PostgreSQL
    static let postgreSQL = Result {
      let server = try PostgreSQLServer()
      ServerProcess.removeFolder(server.folder.path)
      return server
    }
  #endif
}
