import LogTesting

/// Servers that the tests share: each test has a log of its own. They end with the process, which releases nothing.
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
