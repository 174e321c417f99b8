import SeededTesting
import Testing
import UDF

@testable import UDFSync

/// The guarantees in the doc comments of ``Outbox``. A plain list is the model.
@Suite("The outbox") struct OutboxTests {
  @Test("any additions, results and removals give the same as a plain list")
  func model() throws {
    for round in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: Seed.current &+ round)
      var outbox = Outbox()
      var model: [PendingMutation] = []
      var last: Int64 = 0
      for step in 0..<300 {
        let place: Comment = "round \(round), step \(step); \(Seed.replay)"
        let index = model.indices.randomElement(using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<3:
          last += Int64.random(in: 1...3, using: &random)
          let mutation = PendingMutation.random(last, &random)
          outbox.put(mutation)
          model.append(mutation)
        case 3 where index != nil:
          // Content, and now and then the key.
          let mutation = PendingMutation.random(model[index!].id, &random)
          outbox.put(mutation)
          model[index!] = mutation
        case 4, 5:
          guard let index else { continue }
          let isAcknowledged = Bool.random(using: &random)
          let checksums = model[index].parts.map { _ in
            isAcknowledged && Bool.random(using: &random) ? Int64(1) : nil
          }
          outbox.acknowledge(model[index].id, isAcknowledged, rowChecksums: checksums)
          model[index].isAcknowledged = isAcknowledged
          for part in checksums.indices { model[index].parts[part].rowChecksum = checksums[part] }
        case 6:
          // The first ones, as after a pull.
          for mutation in model.prefix(Int.random(in: 0..<6, using: &random)) {
            #expect(outbox.remove(mutation.id) == mutation, place)
            model.removeFirst()
          }
        default:
          guard let index else { continue }
          let mutation = model.remove(at: index)
          #expect(outbox.remove(mutation.id) == mutation, place)
          #expect(outbox.remove(mutation.id) == nil, place)
        }
        try check(outbox, model, &random, place)
      }
    }
  }

  private func check(
    _ outbox: Outbox, _ model: [PendingMutation], _ random: inout SeededGenerator, _ place: Comment
  ) throws {
    try #require(Array(outbox) == model, place)
    try #require(outbox.count == model.count && outbox.isEmpty == model.isEmpty, place)
    try #require(outbox.first == model.first && outbox.last == model.last, place)
    let names = outbox.clients(atMost: .max)
    try #require(names.first == model.first?.client && Set(names) == Set(model.map(\.client)), place)
    try #require(names.count == Set(names).count && outbox.clients(atMost: 2) == Array(names.prefix(2)), place)
    let acknowledged = model.filter(\.isAcknowledged)
    try #require(outbox.acknowledged == acknowledged.count && outbox.unsent == model.count - acknowledged.count, place)
    try #require(outbox.acknowledgedBytes == acknowledged.reduce(0) { $0 + $1.bytes }, place)
    for mutation in model { try #require(outbox[mutation.id] == mutation, place) }
    try #require(outbox.ofSeveralRows == model.count { $0.parts.count > 1 }, place)

    let (count, bytes) = (Int.random(in: 1..<6, using: &random), Int.random(in: 1..<600, using: &random))
    var batch: [PendingMutation] = []
    for mutation in model where !mutation.isAcknowledged {
      let size = (batch + [mutation]).reduce(0) { $0 + $1.bytes }
      if batch.count == count || !batch.isEmpty && size > bytes { break }
      if let first = batch.first, first.client != mutation.client { break }
      batch.append(mutation)
    }
    try #require(outbox.batch(count: count, bytes: bytes) == batch, place)
    let second = batch.indices.first { index in
      !Set(batch[..<index].flatMap(\.parts.keys)).isDisjoint(with: batch[index].parts.keys)
    }
    try #require(
      outbox.batch(count: count, bytes: bytes, onePerRow: true) == Array(batch[..<(second ?? batch.count)]), place)
    let middle = model.randomElement(using: &random)?.id ?? 0
    try #require(
      outbox.acknowledged { $0.id < middle } == model.filter { $0.isAcknowledged && $0.id < middle }, place)
    for key in PendingMutation.keys {
      let all = model.filter { $0.parts.keys.contains(key) }
      try #require(outbox.mutations(of: key, after: middle) == all.filter { $0.id > middle }, place)
      let shown = all.lastIndex { $0.parts.replaceRow(key) }.map { Array(all[$0...]) } ?? all
      try #require(outbox.changes(of: key)?.mutations ?? [] == shown, place)
      let after = all.lastIndex { $0.rowChecksum(of: key) != nil }.map { Array(all[($0 + 1)...]) } ?? all
      let left = after.lastIndex { $0.parts.replaceRow(key) }.map { Array(after[$0...]) } ?? after
      try #require(outbox.changes(of: key) { $0.rowChecksum(of: key) != nil }?.mutations ?? [] == left, place)
    }
  }

  @Test("after the first mutations of a row, only later ones are needed, until one of the first changes")
  func known() throws {
    var outbox = Outbox((1...3).map { PendingMutation(Mutation(id: $0, .patch, RowKey("a"), body: [])) })
    outbox.put(PendingMutation(Mutation(id: 4, .patch, RowKey("b"), body: [])))
    let all = try #require(outbox.changes(of: RowKey("a")))
    #expect(all.mutations.map(\.id) == [1, 2, 3] && all.skipped == 0)
    outbox.put(PendingMutation(Mutation(id: 5, .patch, RowKey("a"), body: [])))
    let more = outbox.changes(of: RowKey("a"), known: (all.count, all.version))
    #expect(more?.mutations.map(\.id) == [5] && more?.skipped == 3 && more?.count == 4)
    // A server's answer changes nothing of what is shown, unless it has the row.
    outbox.acknowledge(1)
    #expect(outbox.changes(of: RowKey("a"), known: (all.count, all.version))?.skipped == 3)
    outbox.acknowledge(1, rowChecksums: [7])
    #expect(outbox.changes(of: RowKey("a"), known: (all.count, all.version))?.skipped == 0)
    outbox.remove(2)
    let fewer = outbox.changes(of: RowKey("a"), known: (all.count, all.version))
    #expect(fewer?.mutations.map(\.id) == [1, 3, 5] && fewer?.skipped == 0)
    for id in [1, 3, 5] as [Int64] { outbox.remove(id) }
    #expect(outbox.changes(of: RowKey("a")) == nil)
    for id in 6...8 as ClosedRange<Int64> {
      outbox.put(PendingMutation(Mutation(id: id, .patch, RowKey("a"), body: [])))
    }
    #expect(outbox.changes(of: RowKey("a"), known: (all.count, all.version))?.mutations.map(\.id) == [6, 7, 8])
  }
}

extension PendingMutation {
  fileprivate static let keys = ["a", "b", "c"].map { RowKey($0) }

  fileprivate static func random(_ id: Int64, _ random: inout SeededGenerator) -> PendingMutation {
    let more = (0..<Int.random(in: 0..<3, using: &random)).map { _ in part(&random) }
    return PendingMutation(
      Mutation(
        id: id, client: ["ann", "bob", "eve"].randomElement(using: &random)!,
        number: Int64.random(in: 1..<99, using: &random),
        OneOrMore(part(&random), Bool.random(using: &random) ? more : [])))
  }

  private static func part(_ random: inout SeededGenerator) -> Mutation.Part {
    let operation = Mutation.Operation.allCases.randomElement(using: &random)!
    let body = [UInt8](repeating: 0, count: Int.random(in: 0..<200, using: &random))
    return Mutation.Part(
      operation, keys.randomElement(using: &random)!, body: operation == .delete ? nil : body)
  }
}
