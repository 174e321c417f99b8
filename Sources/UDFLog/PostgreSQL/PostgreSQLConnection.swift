#if PostgreSQL
  import Platform

  final class PostgreSQLConnection: LogConnection {
    private let engine: PostgreSQLLog
    private let session: PostgreSQLSession
    private let bell = Bell()
    // Notifications would wake every host each time: the server can send 112 a second to 200 hosts.
    private var polling = Polling(first: 0.002, last: 0.05)

    private var log: String { engine.name }
    private var schema: String { engine.schema }

    init(_ engine: PostgreSQLLog, _ session: PostgreSQLSession) {
      self.engine = engine
      self.session = session
    }

    func open(creates: Bool) throws(LogFailure) {
      if try !exists() {
        guard creates else { throw .missing(log) }
        let text = String(decoding: PackageResources.schema_sql, as: UTF8.self)
        let epoch = LogFormat.newEpoch
        // Only one host makes the tables; the others wait for it and then find them.
        try session.script(
          """
          DO $once$ BEGIN
            PERFORM pg_advisory_xact_lock(hashtext('\(schema)'));
            -- Not to_regclass, whose cache may still be from before the lock.
            IF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = '\(schema)') THEN
              \(text.replacing("LOG.", with: "\(schema).").replacing("LOG;", with: "\(schema);"))
              INSERT INTO \(schema).head VALUES ('\(LogFormat.current)', '\(epoch)', 0, '\(epoch)', 0, '\(epoch)');
            END IF;
          END $once$
          """)
      }
      let format = try session.run("SELECT format FROM \(schema).head").first?.text(0)
      guard format == LogFormat.current else { throw .format(log, format ?? "unknown") }
    }

    private func exists() throws(LogFailure) -> Bool {
      try session.run("SELECT to_regclass('\(schema).head')::text").first?.text(0) != nil
    }

    // MARK: append

    func append(_ batches: [LogBatch]) throws(LogFailure) -> [AppendOutcome] {
      let results = try session.run(batches.map(statement))
      var outcomes: [AppendOutcome] = []
      for (batch, rows) in zip(batches, results) {
        guard let row = rows.first else { throw .confused(log, "an append has no outcome") }
        outcomes.append(outcome(row, of: batch))
      }
      return outcomes
    }

    private func statement(_ batch: LogBatch) -> PostgreSQLSession.Statement {
      let actions = batch.actions
      return PostgreSQLSession.Statement(
        sql: "SELECT * FROM \(schema).append($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        values: [
          batch.epoch.map { .text($0) } ?? .null, .text(batch.first.host),
          .number(batch.first.number), batch.expectedHead.map { .number($0) } ?? .null,
          .texts(actions.map { $0.cause?.host }), .numbers(actions.map { $0.cause?.number }),
          .byteArrays(actions.map(\.stamp)), .byteArrays(actions.map(\.body)),
          .texts(batch.named.map { $1.digest($0) }),
        ])
    }

    private func outcome(_ row: PostgreSQLRow, of batch: LogBatch) -> AppendOutcome {
      let detail = row.text(1) ?? ""
      let number = Int64(detail) ?? 0
      return switch row.text(0) {
      case "committed": .committed(number)
      case "rejected": .rejected(head: number)
      case "gap": .gap(last: number)
      default: .refused(.otherEpoch(log, detail, expected: batch.epoch ?? ""))
      }
    }

    // MARK: read

    func read(after position: Int64, limit: Int) throws(LogFailure) -> LogPage {
      // One statement, so that all rows are from one moment. Every row contains the head; without entries, there is one
      // row.
      let rows = try session.run(
        """
        SELECT h.epoch, h.position, h.link, h.base, e.position, e.host, e.number, e.cause_host, e.cause_number, e.stamp,
          e.body, e.previous, e.link
        FROM \(schema).head h LEFT JOIN LATERAL
          (SELECT * FROM \(schema).entry WHERE position > $1 ORDER BY position LIMIT $2) e ON true
        ORDER BY e.position
        """, [.number(position), .number(Int64(limit))])
      guard let first = rows.first else { throw .confused(log, "the log has no head") }
      return LogPage(
        entries: rows.filter { $0.number(4) != nil }.map(PostgreSQLConnection.entry),
        head: LogHead(
          epoch: first.text(0) ?? "", position: first.number(1) ?? 0, link: first.text(2) ?? "",
          base: first.number(3) ?? 0))
    }

    private static func entry(_ row: PostgreSQLRow) -> LogEntry {
      let cause = row.text(7).map { EntryName($0, row.number(8) ?? 0) }
      return LogEntry(
        position: row.number(4) ?? 0, name: EntryName(row.text(5) ?? "", row.number(6) ?? 0),
        action: LogAction(row.bytes(10), stamp: row.bytes(9), cause: cause), previous: row.text(11) ?? "",
        link: row.text(12) ?? "")
    }

    func wait(after position: Int64, limit: Int, seconds: Double) throws(LogFailure) -> [LogEntry] {
      try polling.wait(seconds: seconds, bell) { () throws(LogFailure) in
        // Also true if the position has become smaller.
        try session.run("SELECT position FROM \(schema).head").first?.number(0) != position
      }
      return []
    }

    var interrupt: @Sendable () -> Void {
      { [bell, socket = session.interrupt] in
        bell.ring()
        socket.interrupt()
      }
    }

    func lastNumber(of host: String) throws(LogFailure) -> Int64 {
      try session.run("SELECT number FROM \(schema).host WHERE name = $1", [.text(host)]).first?.number(0) ?? 0
    }

    // MARK: snapshots

    func trim(below position: Int64) throws(LogFailure) {
      let results = try session.run([
        .init(sql: "SELECT position, base FROM \(schema).head FOR UPDATE"),
        .init(
          sql: "SELECT count(*) FROM \(schema).snapshot WHERE position >= $1", values: [.number(position - 1)]),
        .init(
          sql: """
            UPDATE \(schema).head SET base = e.position, base_link = e.link FROM \(schema).entry e
            WHERE e.position = $1 AND EXISTS (SELECT 1 FROM \(schema).snapshot WHERE position >= $1)
            """, values: [.number(position - 1)]),
        .init(sql: "DELETE FROM \(schema).entry WHERE position <= (SELECT base FROM \(schema).head)"),
        .init(sql: "DELETE FROM \(schema).snapshot WHERE position < (SELECT base FROM \(schema).head)"),
      ])
      guard let head = results[0].first, position > (head.number(1) ?? 0) + 1 else { return }
      if position > (head.number(0) ?? 0) + 1 { throw .beyond(log, position, head: head.number(0) ?? 0) }
      if results[1].first?.number(0) == 0 { throw .noSnapshot(log, below: position) }
    }

    func save(_ snapshot: LogSnapshot) throws(LogFailure) {
      let place: [PostgreSQLValue] = [.number(snapshot.place.position), .text(snapshot.place.link)]
      let results = try session.run([
        .init(
          sql: """
            INSERT INTO \(schema).snapshot SELECT $1, $3, $2, $4 WHERE EXISTS (
              SELECT 1 FROM \(schema).entry WHERE position = $1 AND link = $2
              UNION ALL SELECT 1 FROM \(schema).head WHERE base = $1 AND base_link = $2)
            ON CONFLICT (position, reducers) DO UPDATE SET link = excluded.link, body = excluded.body RETURNING 1::bigint
            """, values: place + [.text(snapshot.reducers), .bytes(snapshot.body)]),
        .init(
          sql: """
            DELETE FROM \(schema).snapshot WHERE reducers = $1 AND position NOT IN (
              SELECT position FROM \(schema).snapshot WHERE reducers = $1 ORDER BY position DESC LIMIT 2)
            """, values: [.text(snapshot.reducers)]),
      ])
      if results[0].isEmpty { throw .foreignSnapshot(log, snapshot.place.position) }
    }

    func snapshot(reducers: String?) throws(LogFailure) -> LogSnapshot? {
      let row = try session.run(
        """
        SELECT s.position, s.link, h.epoch, s.reducers, s.body FROM \(schema).snapshot s, \(schema).head h
        WHERE $1::text IS NULL OR s.reducers = $1 ORDER BY s.position DESC LIMIT 1
        """, [reducers.map { .text($0) } ?? .null]
      ).first
      return row.map {
        LogSnapshot(
          LogPlace(position: $0.number(0) ?? 0, link: $0.text(1) ?? ""), epoch: $0.text(2) ?? "",
          reducers: $0.text(3) ?? "", body: $0.bytes(4))
      }
    }
  }
#endif
