import Platform
import Testing
import UDF

@testable import UDFSync

/// The cost of changing and showing rows while many changes wait, counted in reads and merges.
@Suite("Many pending changes") struct ManyEditsTests {
  /// Changes a row, and reads the deliveries as an app does.
  private func edit(_ bench: Bench, _ place: inout DeliveryPlace?, _ key: String, _ number: Int) async throws {
    try await bench.engine.mutate(.patch, RowKey(key), body: Array(#"{"n\#(number)":\#(number)}"#.utf8))
    var rows = 0
    while let delivery = try await bench.engine.next(after: place, limit: 2000) {
      rows += delivery.rows.count
      place = delivery.place
    }
    #expect(rows == 1)
  }

  private func offline(_ key: String, options: SyncOptions = SyncOptions()) async throws -> (Bench, DeliveryPlace?) {
    let bench = Bench(options: options)
    bench.remote.edit { $0.put(key, "server") }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put(key, "mine")
    await bench.status { $0.phase == .waiting }
    var place: DeliveryPlace?
    while let delivery = try await bench.engine.next(after: place, limit: 2000) { place = delivery.place }
    return (bench, place)
  }

  @Test("the five hundredth patch of one row reads and merges as much as the tenth")
  func oneRow() async throws {
    let merges = Guarded(0)
    let options = SyncOptions(merge: { row, patch in
      merges.withLock { $0 += 1 }
      return try MergePatch.merge(row, patch)
    })
    var (bench, place) = try await offline("a", options: options)
    for number in 0..<10 { try await edit(bench, &place, "a", number) }
    for number in 10..<500 {
      let (before, read) = (merges.withLock { $0 }, await bench.cache.mutationsRead)
      try await edit(bench, &place, "a", number)
      // One checks the patch, one shows it.
      #expect(merges.withLock { $0 } - before == 2)
      #expect(await bench.cache.mutationsRead - read == 1)
    }
    let shown = try #require(try await bench.engine.first(1).first)
    #expect(title(shown) == "mine")
    #expect(String(decoding: shown.body, as: UTF8.self).contains(#""n499":499"#))
  }

  @Test("a row that is replaced as a whole needs no earlier changes")
  func replaced() async throws {
    var (bench, place) = try await offline("a")
    for number in 0..<20 { try await edit(bench, &place, "a", number) }
    try await bench.put("a", "anew")
    let read = await bench.cache.mutationsRead
    #expect(try await bench.engine.first(1).map(title) == ["anew"])
    #expect(await bench.cache.mutationsRead - read == 1)
  }

  @Test("a kept row is not used after a change of it")
  func remembered() async throws {
    var (bench, place) = try await offline("a")
    for number in 0..<20 { try await edit(bench, &place, "a", number) }
    // The server takes only the first changes, and another client has changed the row.
    bench.remote.plan(.serve, .serve)
    bench.remote.edit { $0.put("a", "theirs") }
    await bench.engine.pull()
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    let all = try await bench.shown()
    #expect(all == ["a": "mine"])
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(.delete, RowKey("a"))
    #expect(try await bench.shown() == [:])
    await bench.status { $0.phase == .waiting }
    try await bench.engine.reset(outbox: true)
    bench.remote.edit { $0.delete("a") }
    await bench.engine.pull(force: true)
    #expect(try await bench.shown() == [:])
  }

  @Test("rows with many patches are correct without kept rows, after any changes")
  func same() async throws {
    var (bench, place) = try await offline("a")
    for round in 0..<6 {
      for number in 0..<12 { try await edit(bench, &place, "a", round * 12 + number) }
      switch round {
      case 1: bench.remote.edit { $0.put("a", "server \(round)") }
      case 2:
        bench.remote.plan(.serve)
        await bench.engine.pull(force: true)
        await bench.quiet()
        bench.remote.plan(.fail(.unreachable))
      case 4: try await bench.put("a", "mine \(round)")
      default: break
      }
      let here = try await bench.engine.first(1).first?.body
      // An engine that begins has nothing to remember.
      let anew = await bench.relaunched()
      anew.remote.plan(.fail(.unreachable))
      #expect(try await anew.engine.first(1).first?.body == here, "round \(round)")
      bench = anew
      place = nil
      while let delivery = try await bench.engine.next(after: place, limit: 2000) { place = delivery.place }
    }
  }

  @Test("changes of ten megabytes to one row are applied without ten megabytes in memory")
  func large() async throws {
    let bench = Bench()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    let text = String(repeating: "x", count: 100_000)
    for number in 0..<100 {
      let body = Array(#"{"text":"\#(number)\#(text)"}"#.utf8)
      try await bench.engine.mutate(.patch, RowKey("a"), body: body)
    }
    for number in 0..<100 { try await bench.put("k\(number)", text) }
    var rows: [Int] = []
    var place: DeliveryPlace?
    while let delivery = try await bench.engine.next(after: place, limit: 2000) {
      rows.append(delivery.rows.count)
      place = delivery.place
    }
    #expect(rows.reduce(0, +) == 101)
    // No delivery has more than eight megabytes of changes, and the row alone has more than that.
    #expect(rows.count >= 3 && rows.allSatisfy { $0 <= 84 }, "\(rows)")
    #expect(await bench.cache.mostRead <= 12)
  }

  @Test("a thousand changes at once are written together, in their order")
  func atOnce() async throws {
    let (bench, _) = try await offline("a")
    let writes = await bench.cache.writes.count
    let ids = await withTaskGroup(of: (Int, Int64?).self) { group in
      for number in 0..<1000 {
        group.addTask { (number, try? await bench.put("k\(number)", "row")) }
      }
      return await group.reduce(into: [Int: Int64]()) { $0[$1.0] = $1.1 }
    }
    #expect(Set(ids.values) == Set(2...1001))
    #expect(await bench.cache.writes.count - writes < 1000)
    let keys = Dictionary(uniqueKeysWithValues: await bench.engine.pending().map { ($0.id, $0.key.description) })
    for (number, id) in ids { #expect(keys[id] == "k\(number)") }
  }
}
