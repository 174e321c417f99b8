import UDF
import UDFSync

/// Two collections with the same address. Earlier versions had one cache for each of them.
public enum SharedCaches {
  static let address = "https://news.test/sync"

  public static func database(in folder: String) -> SyncDatabase {
    let collections = ["articles", "tags"].map {
      SyncCollection($0, collection: $0, folder: folder, remote: address)
    }
    return SyncDatabase(OneOrMore(collections[0], Array(collections.dropFirst())))
  }

  /// What the cache of each collection had: rows, mutations of which the server has acknowledged one, and a dead letter.
  public static let former: [(name: String, writes: [CacheWrite])] = ["articles", "tags"].map { name in
    var write = CacheWrite()
    write.changes = (1...40).map {
      .put(SyncRow(RowKey("row \($0)"), version: 900, body: Array(#"{"id":"row \#($0)","of":"\#(name)"}"#.utf8)))
    }
    write.mutations = (1...4).map { id in
      Mutation(
        id: id, client: name, .put, RowKey("row \(id)"), body: Array(#"{"id":"row \#(id)","mine":"\#(name)"}"#.utf8))
    }
    (write.token, write.epoch, write.lastSent, write.seeds) = ("T900", "E1", 2, true)
    var answers = CacheWrite()
    answers.acknowledged = [Acknowledgement(1)]
    answers.refused = [Refusal(4, code: "bad", message: "no", since: 1)]
    answers.touched = [RowKey("row 1"), RowKey("row 4")]
    return (name, [write, answers])
  }
}
