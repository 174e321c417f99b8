@testable import UDFSync

/// Pages and replies of a server, and records of a cache; the first byte chooses.
enum RemoteFuzz {
  static func run(_ bytes: [UInt8]) {
    let rest = Array(bytes.dropFirst())
    switch (bytes.first ?? 0) % 6 {
    case 0: _ = try? PullPage(lines: rest, of: database(named: false))
    case 1: reply(rest, named: false)
    case 2:
      guard let record = MutationRecord(rest) else { return }
      precondition(MutationRecord(Array(record.json.utf8)) != nil)
      _ = record.mutation("former")
    case 3: _ = try? CacheHead(rest, in: "fuzz")
    case 4: _ = try? PullPage(lines: rest, of: database(named: true))
    default: reply(rest, named: true)
    }
  }

  private static func names(_ named: Bool) -> (first: String, second: String) { named ? ("a", "b") : ("", "") }

  private static func database(named: Bool) -> SyncDatabase {
    let (first, second) = names(named)
    let one = SyncCollection("one", collection: first, folder: "/fuzz")
    let two = SyncCollection("two", collection: second, key: "name", folder: "/fuzz")
    return SyncDatabase(OneOrMore(one, named ? [two] : []))
  }

  /// The answer to a mutation of one row and one of two rows.
  private static func reply(_ bytes: [UInt8], named: Bool) {
    let (first, second) = names(named)
    let row = Mutation.Part(.put, RowKey("x", in: first), body: Array(#"{"id":"x"}"#.utf8))
    let other = Mutation.Part(.delete, RowKey("y", in: second))
    let mutations = [
      Mutation(id: 1, client: "c", OneOrMore(row)), Mutation(id: 2, client: "c", OneOrMore(row, [other])),
    ]
    let request = PushRequest(client: "c", schemas: named ? ["a": 1, "b": 1] : ["": 1], mutations: mutations)
    _ = try? PushReply(json: bytes, to: request, of: database(named: named))
  }
}
