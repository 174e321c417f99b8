import SeededTesting
import Testing
import UDF

@testable import UDFSync

@Suite("Client names") struct ClientNameTests {
  /// Three launches that cannot reach the server, with two edits, one and one, and then one that can.
  private func launched(_ version: Int) async throws -> Bench {
    var bench = Bench()
    bench.remote.edit { $0.protocolVersion = version }
    for (number, keys) in ["ab", "c", "d"].enumerated() {
      if number > 0 { bench = await bench.relaunched() }
      bench.remote.plan(.fail(.unreachable))
      for key in keys {
        try await bench.put(String(key), "mine")
        await bench.status { $0.phase == .waiting }
      }
    }
    bench = await bench.relaunched()
    bench.remote.edit { $0.put("e", "theirs") }
    #expect(await bench.engine.pull() == .changed)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    return bench
  }

  @Test("each launch numbers its mutations from 1 under its own name, and a push has one name", arguments: [0, 1, 2])
  func names(_ version: Int) async throws {
    let bench = try await launched(version)
    let pushes = bench.remote.pushes.filter { push in push.mutations.allSatisfy { bench.remote.server.hasMade($0) } }
    let last = pushes.suffix(3)
    #expect(Set(last.map(\.client)).count == 3)
    #expect(last.map { $0.mutations.map(\.number) } == [[1, 2], [1], [1]])
    for push in bench.remote.pushes { #expect(push.mutations.allSatisfy { $0.client == push.client }) }
    #expect(try await bench.shown() == ["a": "mine", "b": "mine", "c": "mine", "d": "mine", "e": "theirs"])
  }

  @Test("a server of version 2 is asked once for all pending names")
  func together() async throws {
    let bench = try await launched(2)
    let names = bench.remote.pushes.suffix(3).map(\.client)
    let pull = try #require(bench.remote.pulls.last)
    #expect([pull.client] + pull.clients == names)
    #expect(bench.remote.pulls.count == 1)
  }

  @Test("a server of version 1 is asked for one name after the other, in the same cycle")
  func oneByOne() async throws {
    let bench = try await launched(1)
    #expect(bench.remote.pulls.map(\.client) == bench.remote.pushes.suffix(3).map(\.client))
  }

  @Test("if a server leaves out a requested name, the mutation waits and the name is requested later")
  func leftOut() async throws {
    let bench = Bench()
    bench.remote.plan(.serve, .reply(.page(PullPage(next: "T1", mutations: [:], epoch: "E1"))))
    try await bench.put("a", "mine")
    let status = await bench.status { $0.phase == .waiting }
    #expect(status?.pending == 1)
    #expect(bench.remote.pulls.count == 1)
    bench.clock.advance(1)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.pushes.count == 1)
  }

  @Test("one request names at most fifty clients; the others follow in later requests")
  func many() async throws {
    var bench = Bench()
    for number in 0..<60 {
      if number > 0 { bench = await bench.relaunched() }
      bench.remote.plan(.fail(.unreachable))
      try await bench.put("k\(number)", "mine")
      await bench.status { $0.phase == .waiting }
    }
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.pulls.map { 1 + $0.clients.count } == [50, 10])
    #expect(Set(bench.remote.pushes.map(\.client)).count == 60)
  }

  @Test("two engines whose generators have one seed have different names")
  func seeded() async throws {
    let benches = [0, 1].map { _ in Bench(random: SeededGenerator(seed: 7)) }
    for bench in benches {
      try await bench.put("a", "mine")
      await bench.status { $0.phase == .idle && $0.pending == 0 }
    }
    let names = benches.map { $0.remote.pushes[0].client }
    #expect(names.allSatisfy { $0.count == 32 })
    #expect(names[0] != names[1])
  }

  @Test("a refused mutation keeps its name and its number as a dead letter")
  func refused() async throws {
    let bench = Bench()
    let id = try await bench.put("a", "bad")
    await bench.status { $0.phase == .idle && $0.dead == 1 }
    let letter = try #require(await bench.engine.deadLetters().first?.mutation)
    let sent = try #require(bench.remote.pushes.first?.mutations.first)
    #expect(letter == sent && letter.id == id && letter.number == 1)
  }
}
