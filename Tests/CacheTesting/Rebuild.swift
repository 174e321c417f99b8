import UDF
import UDFSync

/// The writes of an engine that fetches all rows again, for the process that writes and the one that checks the result.
public enum Rebuild {
  /// Rows of several pages of a file, an outbox and a dead letter; then all rows laid aside and swapped in, one change of the app's
  /// own in the midst of it; then a reset, and the first rows after it.
  public static let commits: [CacheWrite] = [
    write { write in
      write.changes = rows(0..<8, version: 1)
      write.token = "old"
      write.mutations = (0...3).map { patch(Int64($0)) }
      write.seeds = true
    },
    write { write in
      (write.rows, write.restages) = (.stage, true)
      write.changes = rows(0..<3, version: 1)
      write.refused = [Refusal(0, code: "gone", message: "it is gone", since: 1_800_000_000)]
    },
    write { write in
      write.mutations = [patch(4)]
      write.touched = [RowKey("row 4")]
    },
    write { write in
      write.rows = .stage
      write.changes = rows(3..<6, version: 2)
    },
    write { write in
      write.rows = .swap
      write.changes = rows(20..<23, version: 3)
      (write.token, write.etag, write.syncedAt) = ("new", "E1", 1_800_000_000)
      write.completed = [1]
      write.touched = [RowKey("row 1")]
    },
    write { write in
      write.rows = .clear
      write.touched = (2...4).map { RowKey("row \($0)") }
    },
    write { write in
      write.changes = rows(1..<4, version: 4)
      write.token = "again"
    },
  ]

  private static func write(_ fill: (inout CacheWrite) -> Void) -> CacheWrite {
    var write = CacheWrite()
    fill(&write)
    return write
  }

  private static func rows(_ numbers: Range<Int>, version: Int64) -> [RowChange] {
    numbers.map { number in
      let text = String(repeating: "\(version)", count: 900)
      let body = #"{"id":"row \#(number)","text":"\#(text)"}"#
      return .put(SyncRow(RowKey("row \(number)"), version: version, body: Array(body.utf8)))
    }
  }

  private static func patch(_ id: Int64) -> Mutation {
    Mutation(id: id, .patch, RowKey("row \(id)"), body: Array(#"{"mine":\#(id)}"#.utf8))
  }
}
