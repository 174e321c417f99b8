import SeededTesting
import UDF

@testable import UDFSync

extension RowKey {
  /// One of few, so that they meet.
  static func random(_ names: [String] = [""], using random: inout SeededGenerator) -> RowKey {
    let keys = ["a", "b", "c", "d", "é", "e\u{301}", "q\"'uote", "line\nbreak", "10", "9", "null\0", "😀"]
    return RowKey(keys.randomElement(using: &random)!, in: names.randomElement(using: &random)!)
  }
}

extension CacheWrite {
  /// Writes of an engine, and writes that no engine makes.
  static func random(after contents: CacheContents, _ random: inout SeededGenerator) -> CacheWrite {
    func often(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    let names = contents.filter.shown.names.sorted()
    var write = CacheWrite()
    write.rows = [.merge, .merge, .merge, .merge, .stage, .stage, .swap, .clear].randomElement(using: &random)!
    write.restages = often(8)
    write.changes = (0..<Int.random(in: 0..<5, using: &random)).map { _ in .random(names, using: &random) }
    if often(2) { write.touched = [.random(names, using: &random)] }
    if often(2) { write.token = "T\(Int.random(in: 0..<9, using: &random))" }
    write.forgetsToken = often(9)
    if often(3) { write.etag = "E\(Int.random(in: 0..<9, using: &random))" }
    if often(3) { write.syncedAt = .random(in: -1e9..<2e9, using: &random) }
    write.seeds = often(9)
    if often(9) { write.lastSent = contents.lastMutation }
    if often(4) { write.unmade = Set(contents.outbox.map(\.id).filter { _ in often(2) }) }
    if often(9) { write.epoch = "E\(Int.random(in: 0..<3, using: &random))" }
    if often(5) {
      let filters: [RowFilter] = [
        .all, ["n": 1], ["n": true], RowFilter(["date": ["2026-01-01", "ä"]]), ["n": "text"],
      ]
      func some() -> RowSelection {
        RowSelection(Dictionary(names.map { ($0, filters.randomElement(using: &random)!) }) { $1 })
      }
      var filter = contents.filter
      if often(2) { filter.shown = some() }
      filter.held = [filter.shown, filter.shown, filter.held, nil, some()]
        .randomElement(using: &random)!
      (filter.declared, filter.isInToken) = (some(), often(2))
      write.filter = filter
    }
    if often(2) { write.waiting = Set((0..<4).map { _ in .random(names, using: &random) }) }
    write.completed = contents.outbox.map(\.id).filter { _ in often(4) }
    let kept = contents.outbox.filter { !write.completed.contains($0.id) }
    write.refused = kept.filter { _ in often(6) }.map {
      Refusal($0.id, code: "gone", message: "it is “gone”\n", since: often(2) ? 1.8e9 : nil)
    }
    write.acknowledged = kept.filter { _ in often(4) }.map {
      Acknowledgement($0.id, rowChecksums: $0.parts.map { _ in often(2) ? .random(in: 0..<9, using: &random) : nil })
    }
    write.unacknowledged = kept.filter { _ in often(6) }.map(\.id)
    for mutation in kept where often(9) && !write.refused.contains(where: { $0.id == mutation.id }) {
      write.mutations.append(
        Mutation(
          id: mutation.id, client: mutation.client, number: mutation.number,
          mutation.parts.mapped {
            Mutation.Part(
              .put, often(2) ? $0.key : .random(names, using: &random), body: Array(#"{"replaced":true}"#.utf8))
          }))
    }
    var next = contents.lastMutation + 1
    for _ in 1..<Int.random(in: 1..<4, using: &random) {
      let more = (0..<(often(3) ? Int.random(in: 1..<3, using: &random) : 0)).map { _ in
        Mutation.Part.random(names, using: &random)
      }
      write.mutations.append(
        Mutation(
          id: next, client: "client \(Int.random(in: 0..<3, using: &random))",
          number: Int64.random(in: 1..<9, using: &random), OneOrMore(.random(names, using: &random), more)))
      next += 1
    }
    for letter in contents.deadLetters.keys.sorted() where often(4) {
      let amended = (0..<Int.random(in: 0..<3, using: &random)).map { _ in Mutation.Part.random(names, using: &random) }
      write.revived.append(
        Revival(
          letter, as: next, client: "client \(Int.random(in: 0..<3, using: &random))",
          number: Int64.random(in: 1..<9, using: &random), parts: OneOrMore(amended)))
      next += 1
    }
    for letter in contents.deadLetters.values where often(6) {
      let mutation = Mutation(
        id: letter.id, client: letter.client, number: letter.number, .put, .random(names, using: &random),
        body: Array(#"{"renamed":true}"#.utf8))
      write.letters.append(DeadLetter(mutation, code: "gone", message: "it is “gone”\n"))
    }
    if often(6) {
      let json = [#""new \"""#, "7", "-8", #""\u00e9""#].randomElement(using: &random)!
      write.aliases += [
        KeyAlias(.random(names, using: &random), row: Array("{\"id\":\(json)}".utf8), field: "id")
      ].compactMap(\.self)
    }
    let revived = Set(write.revived.map(\.letter))
    write.buried = contents.deadLetters.keys.sorted().filter { !revived.contains($0) && often(4) }
    return write
  }
}

extension Mutation.Part {
  fileprivate static func random(_ names: [String], using random: inout SeededGenerator) -> Mutation.Part {
    let operation = Mutation.Operation.allCases.randomElement(using: &random)!
    let body = operation == .delete ? nil : Array(#"{"title":"é \"\u0000"}"#.utf8)
    return Mutation.Part(operation, .random(names, using: &random), body: body)
  }
}

extension RowChange {
  fileprivate static func random(_ names: [String], using random: inout SeededGenerator) -> RowChange {
    let key = RowKey.random(names, using: &random)
    let version = Int64.random(in: 0..<6, using: &random)
    if Int.random(in: 0..<4, using: &random) == 0 { return .delete(key, version: version) }
    let bodies = [
      "{}", #"{"n":1}"#, #"{"n":1.5,"date":"2026-01-01"}"#, #"{"n":-3,"date":"2025-12-31"}"#,
      #"{"n":true,"date":null}"#, #"{"n":"text","date":"ä"}"#, #"{ "date" : "2026-01-01" }"#, "no JSON", "",
    ]
    return .put(SyncRow(key, version: version, body: Array(bodies.randomElement(using: &random)!.utf8)))
  }
}
