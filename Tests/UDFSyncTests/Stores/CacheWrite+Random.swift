import SeededTesting
import UDF
import UDFSync

extension EntityKey {
  /// One of few, so that they meet.
  static func random(using random: inout SeededGenerator) -> EntityKey {
    let keys = ["a", "b", "c", "d", "é", "e\u{301}", "q\"'uote", "line\nbreak", "10", "9", "null\0", "😀"]
    return EntityKey(keys.randomElement(using: &random)!)
  }
}

extension CacheWrite {
  /// What an engine might write, and what no engine would.
  static func random(after contents: CacheContents, _ random: inout SeededGenerator) -> CacheWrite {
    func often(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    var write = CacheWrite()
    write.rows = [.merge, .merge, .merge, .merge, .stage, .stage, .swap, .clear].randomElement(using: &random)!
    write.restages = often(8)
    write.changes = (0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(using: &random) }
    if often(2) { write.touched = [.random(using: &random)] }
    if often(2) { write.token = "T\(Int.random(in: 0..<9, using: &random))" }
    write.forgetsToken = often(9)
    if often(3) { write.etag = "E\(Int.random(in: 0..<9, using: &random))" }
    if often(3) { write.syncedAt = .random(in: -1e9..<2e9, using: &random) }
    write.seeds = often(9)
    if often(9) { write.lastSent = contents.lastMutation }
    if often(9) { write.epoch = "E\(Int.random(in: 0..<3, using: &random))" }
    write.settled = contents.outbox.map(\.id).filter { _ in often(4) }
    write.buried = contents.deadLetters.map(\.mutation.id).filter { _ in often(4) }
    for mutation in contents.outbox where often(5) && write.settled.contains(mutation.id) {
      write.deadLetters.append(DeadLetter(mutation, code: "gone", message: "it is “gone”\n"))
    }
    for var mutation in contents.outbox where often(5) && !write.settled.contains(mutation.id) {
      mutation.isAcknowledged = true
      write.mutations.append(mutation)
    }
    for id in 1..<Int64.random(in: 1..<4, using: &random) {
      let operation = Mutation.Operation.allCases.randomElement(using: &random)!
      let body = operation == .delete ? nil : Array(#"{"title":"é \"\u0000"}"#.utf8)
      write.mutations.append(
        Mutation(
          id: contents.lastMutation + id, client: "client \(Int.random(in: 0..<3, using: &random))",
          number: Int64.random(in: 1..<9, using: &random), operation, .random(using: &random), body: body))
    }
    return write
  }
}

extension RowChange {
  fileprivate static func random(using random: inout SeededGenerator) -> RowChange {
    let key = EntityKey.random(using: &random)
    let version = Int64.random(in: 0..<6, using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 { return .delete(key, version: version) }
    let bodies = [
      "{}", #"{"n":1}"#, #"{"n":1.5,"date":"2026-01-01"}"#, #"{"n":-3,"date":"2025-12-31"}"#,
      #"{"n":true,"date":null}"#, #"{"n":"text","date":"ä"}"#, #"{ "date" : "2026-01-01" }"#, "no JSON", "",
    ]
    return .put(SyncRow(key, version: version, body: Array(bodies.randomElement(using: &random)!.utf8)))
  }
}
