#if PostgreSQL
  import CPQ
  import Platform

  /// Sends statements over one connection in pipeline mode and reads their results.
  final class PostgreSQLSession {
    struct Statement {
      var sql: String
      var values: [PostgreSQLValue] = []
    }

    let log: String
    private static let options =
      "-c synchronous_commit=on -c default_transaction_isolation=read\\ committed -c search_path=pg_catalog"
    private let patience: Double
    private let connection: OpaquePointer
    let interrupt = SocketInterrupt()
    /// The number of the last transaction, by which results are matched to requests.
    private var lastRequest = Int64.random(in: 0...Int64.max)

    init(_ engine: PostgreSQLLog) throws(LogFailure) {
      log = engine.name
      patience = engine.patience
      let words = [
        ("dbname", engine.address), ("connect_timeout", "\(max(2, Int(engine.patience)))"),
        ("application_name", "udfhost"), ("client_encoding", "UTF8"),
        // These options replace the database's settings: an acknowledged entry must be on the disk.
        ("options", PostgreSQLSession.options),
      ]
      connection = PostgreSQLSession.withStrings(words.map(\.0)) { keys in
        PostgreSQLSession.withStrings(words.map(\.1)) { PQconnectdbParams(keys, $0, 1) }
      }
      guard PQstatus(connection) == CONNECTION_OK else {
        let reason = message
        // libpq has no error codes before a session begins. A proxy may send any text; the server writes FATAL.
        let isFatal = reason.contains("FATAL: ")
        if isFatal && reason.contains("authentication failed") || reason.contains("no password supplied") {
          throw .denied(log, reason, "PGPASSWORD")
        }
        let isKnown = isFatal && ["does not exist", "no pg_hba"].contains { reason.contains($0) }
        throw isKnown ? .refused(log, reason) : .unreachable(log, reason)
      }
      PQsetNoticeReceiver(connection, { _, _ in }, nil)
      interrupt.open(PQsocket(connection))
    }

    deinit {
      interrupt.close()
      PQfinish(connection)
    }

    /// Returns the name of a log in messages, without a password.
    static func name(_ address: String, _ log: String) -> String {
      var words: [String: String] = [:]
      if let options = PQconninfoParse(address, nil) {
        var option = options
        while let keyword = option.pointee.keyword {
          if let value = option.pointee.val { words[String(cString: keyword)] = String(cString: value) }
          option += 1
        }
        PQconninfoFree(options)
      }
      let port = words["port"].map { ":\($0)" } ?? ""
      return "postgres://\(words["host"] ?? "")\(port)/\(words["dbname"] ?? "")?log=\(log)"
    }

    private var message: String {
      String(cString: PQerrorMessage(connection)).split(separator: "\n").joined(separator: "; ")
    }

    // MARK: statements

    /// Runs a text of several statements in one transaction.
    func script(_ text: String) throws(LogFailure) {
      PQexitPipelineMode(connection)
      let result = PQexec(connection, text)
      defer { PQclear(result) }
      if let failure = failure(result) { throw failure }
    }

    func run(_ sql: String, _ values: [PostgreSQLValue] = []) throws(LogFailure) -> [PostgreSQLRow] {
      try run([Statement(sql: sql, values: values)])[0]
    }

    /// Runs statements in one transaction, which are sent together. Returns the rows of each.
    func run(_ statements: [Statement]) throws(LogFailure) -> [[PostgreSQLRow]] {
      let end = ContinuousClock.now + .seconds(patience)
      PQenterPipelineMode(connection)
      PQsetnonblocking(connection, 1)
      lastRequest &+= 1
      try send(Statement(sql: "SELECT $1::bigint", values: [.number(lastRequest)]))
      for statement in statements { try send(statement) }
      guard PQpipelineSync(connection) == 1 else { throw .unreachable(log, message) }
      try flush(until: end)
      var results: [[PostgreSQLRow]] = []
      var found: LogFailure?
      for _ in 0...statements.count {
        let result = try next(until: end)
        found = found ?? failure(result)
        results.append((0..<PQntuples(result)).map { PostgreSQLRow(result!, $0) })
        PQclear(result)
        PQclear(try next(until: end))
      }
      let sync = try next(until: end)
      defer { PQclear(sync) }
      if let found { throw found }
      // The transaction is committed when the server responds to the sync.
      guard PQresultStatus(sync) == PGRES_PIPELINE_SYNC, results.removeFirst().first?.number(0) == lastRequest else {
        throw .confused(log, "request \(lastRequest) got the answer to another one")
      }
      return results
    }

    private func send(_ statement: Statement) throws(LogFailure) {
      let binaries = statement.values.map(\.binary)
      let lengths = binaries.map { Int32($0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: binaries.count)
      let bytes = Array(binaries.map { $0 ?? [] }.joined()) + [0]
      let isSent = bytes.withUnsafeBytes { buffer in
        var start = buffer.baseAddress!.assumingMemoryBound(to: CChar.self)
        let pointers: [UnsafePointer<CChar>?] = binaries.map { binary in
          guard let binary else { return nil }
          defer { start += binary.count }
          return start
        }
        return PQsendQueryParams(
          connection, statement.sql, Int32(binaries.count), statement.values.map(\.type), pointers, lengths, formats, 1)
      }
      guard isSent == 1 else { throw .unreachable(log, message) }
    }

    private func flush(until end: ContinuousClock.Instant) throws(LogFailure) {
      while true {
        let state = PQflush(connection)
        if state == 0 { return }
        if state < 0 { throw .unreachable(log, message) }
        try wait(Int16(POLLIN | POLLOUT), until: end)
        guard PQconsumeInput(connection) == 1 else { throw .unreachable(log, message) }
      }
    }

    private func next(until end: ContinuousClock.Instant) throws(LogFailure) -> OpaquePointer? {
      while PQisBusy(connection) != 0 {
        try wait(Int16(POLLIN), until: end)
        guard PQconsumeInput(connection) == 1 else { throw .unreachable(log, message) }
      }
      return PQgetResult(connection)
    }

    private func wait(_ events: Int16, until end: ContinuousClock.Instant) throws(LogFailure) {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      var descriptor = pollfd(fd: PQsocket(connection), events: events, revents: 0)
      guard left > 0, poll(&descriptor, 1, Int32(left.rounded(.up))) != 0 else { throw .silent(log, seconds: patience) }
    }

    private func failure(_ result: OpaquePointer?) -> LogFailure? {
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return nil
      case PGRES_PIPELINE_ABORTED: return .unreachable(log, "an earlier statement has failed")
      default: break
      }
      let text = PQresultErrorMessage(result).map { String(cString: $0) } ?? message
      let reason = text.split(separator: "\n").joined(separator: "; ")
      let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
      switch state.prefix(2) {
      case "53": return .full(log, reason)
      // Not permitted, or a value that the server rejects. A server that only reads may be one that a failover has made a standby.
      case "42" where state != "42P01" && state != "3F000", "28", "22": return .refused(log, reason)
      default: return .unreachable(log, reason.isEmpty ? message : reason)
      }
    }

    private static func withStrings<Result>(
      _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
      let copies = strings.map { strdup($0) }
      defer { for copy in copies { free(copy) } }
      let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
      return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
  }
#endif
