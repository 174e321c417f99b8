#if Redis
  import Platform

  /// A log in a Redis server, 6.2 or newer. Acknowledged entries survive a crash if the server has `appendonly yes`,
  /// `appendfsync always` and `maxmemory-policy noeviction`.
  ///
  ///     let log = ActionLog(RedisLog(host: "127.0.0.1", port: 6379, log: "shop"))
  public struct RedisLog: LogEngine {
    public var host: String
    public var port: Int
    public var user: String?
    public var password: String?
    public var database: Int
    /// The log's name within the database: its keys begin with `udf:{NAME}:`.
    public var log: String
    /// The maximum seconds to wait for a response.
    public var patience: Double

    public init(
      host: String, port: Int = 6379, user: String? = nil, password: String? = nil, database: Int = 0, log: String,
      patience: Double = 5
    ) {
      self.host = host
      self.port = port
      self.user = user
      self.password = password
      self.database = database
      self.log = log
      self.patience = patience
    }

    public var name: String { "redis://\(host):\(port)/\(database)?log=\(log)" }

    public func connect(creates: Bool) throws(LogFailure) -> any LogConnection {
      let connection = RedisConnection(self, try RedisSession(self))
      try connection.open(creates: creates)
      return connection
    }
  }
#endif
