#if PostgreSQL
  /// A log in a PostgreSQL database, version 12 or newer.
  ///
  ///     let log = ActionLog(PostgreSQLLog("postgres://app@db.example/shop?sslmode=verify-full", log: "shop"))
  public struct PostgreSQLLog: LogEngine {
    /// The address for libpq: a URL or `key=value` words. libpq adds its environment variables and password file.
    public var address: String
    /// The log's name within the database: its schema is `udf_NAME`.
    public var log: String
    /// The name of the log in messages.
    public let name: String
    /// The maximum seconds to wait for a response.
    public var patience: Double

    public init(_ address: String, log: String, patience: Double = 5) {
      self.address = address
      self.log = log
      self.patience = patience
      name = PostgreSQLSession.name(address, log)
    }

    var schema: String { "udf_\(log)" }

    public func connect(creates: Bool) throws(LogFailure) -> any LogConnection {
      let connection = PostgreSQLConnection(self, try PostgreSQLSession(self))
      try connection.open(creates: creates)
      return connection
    }
  }
#endif
