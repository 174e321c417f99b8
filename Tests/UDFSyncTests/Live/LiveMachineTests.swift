import Testing
import UDF

@testable import UDFSync

@Suite("Live, timed") struct LiveMachineTests {
  /// The numbers of the streams that the last event has opened.
  private func opened(_ rig: MachineRig) -> [Int] {
    rig.commands.compactMap { if case .live(let number, _) = $0 { number } else { nil } }
  }

  /// The number of streams that are opened within a time if each ends in this way.
  private func streams(within seconds: Double, _ answer: (inout MachineRig, Int) -> Void) -> Int {
    var rig = MachineRig()
    rig.enterLive()
    let end = rig.now.uptime + seconds
    var count = 1
    answer(&rig, rig.number)
    while true {
      for number in opened(rig) {
        count += 1
        answer(&rig, number)
      }
      guard opened(rig).isEmpty else { continue }
      guard let moment = rig.machine.wakesAt, moment <= end else { return count }
      rig.now.uptime = moment
      rig.send(.timer)
    }
  }

  @Test(
    "a stream that always fails is opened less and less often, as a request, or within ten minutes",
    arguments: [(RemoteFailure.Code.unavailable, 4000..<7000), (.garbled, 200..<500)])
  func failing(_ code: RemoteFailure.Code, _ expected: Range<Int>) {
    let count = streams(within: 86_400) { rig, number in
      rig.send(.streamed(number, .failure(RemoteFailure(code, "feed: no"))))
    }
    #expect(expected.contains(count), "\(count) streams in a day")
  }

  @Test("a server that ends every stream after an empty page is asked no more often than one that refuses them")
  func ending() {
    let count = streams(within: 86_400) { rig, number in
      rig.send(.streamed(number, .success(.page(rig.livePage()))))
      rig.send(.streamed(number, .success(.end)))
    }
    #expect((4000..<7000).contains(count), "\(count) streams in a day")
  }

  @Test("a missing stream is requested every ten minutes")
  func absent() {
    #expect(streams(within: 86_400) { $0.send(.streamed($1, .success(.absent))) } == 145)
  }

  @Test("a stream that the server ends after an hour is opened again within a second, every time")
  func hourly() {
    var rig = MachineRig()
    rig.enterLive()
    for _ in 0..<50 {
      let number = rig.number
      rig.send(.streamed(number, .success(.page(rig.livePage()))))
      for _ in 0..<120 {
        rig.now.uptime += 30
        rig.send(.progressed(number, RequestProgress(first: rig.now.uptime, last: rig.now.uptime)))
        rig.send(.timer)
        #expect(opened(rig).isEmpty)
      }
      rig.send(.streamed(number, .success(.end)))
      rig.now.uptime += 1
      rig.send(.timer)
      #expect(rig.machine.stream != nil)
    }
  }

  @Test("the next page is read after the previous one is written")
  func backpressure() {
    var rig = MachineRig()
    rig.enterLive()
    let number = rig.number
    rig.send(.streamed(number, .success(.page(rig.livePage(.put("b", "b", version: 2), next: "T2")))))
    #expect(rig.commands.compactMap(\.word) == ["commit"])
    rig.commit()
    #expect(rig.commands.compactMap(\.word) == ["next"])
    #expect(rig.machine.contents?.token == "T2")
  }

  @Test("after a reset, a page of the stream whose rows were being read is neither written nor a conflict")
  func resetMidway() {
    var rig = MachineRig(conflict: .serverWins)
    rig.enterLive()
    rig.mutate()
    let commit = rig.commands
    rig.send(.streamed(rig.number, .success(.page(rig.livePage(.put("a", "theirs", version: 2), next: "T2")))))
    rig.commands = commit
    rig.commit()
    guard case .find(let keys, let mutations, _, _)? = rig.commands.first(where: { $0.word == "find" }) else {
      return #expect(rig.commands.compactMap(\.word) == ["find"])
    }
    rig.send(.change(.reset(outbox: false), 8))
    rig.send(.found(.success((rig.table.rows(of: keys), rig.table.mutations(mutations), [], []))))
    #expect(rig.commands.compactMap(\.word) == ["commit"])
    rig.commit()
    #expect(rig.machine.contents?.deadLetters.isEmpty == true)
    #expect(rig.machine.contents?.outbox.count == 1)
    #expect(rig.table.allRows.allSatisfy { $0.body == nil })
  }

  @Test("a Retry-After of a stream holds for all requests")
  func retryAfter() {
    var rig = MachineRig()
    rig.enterLive()
    rig.send(.streamed(rig.number, .failure(RemoteFailure(.unavailable, "feed: 429", retryAfter: 100))))
    rig.now.uptime += 99
    rig.send(.timer)
    #expect(opened(rig).isEmpty)
    rig.now.uptime += 1
    rig.send(.timer)
    #expect(opened(rig).count == 1)
  }

  @Test(
    "with a conflict policy, the rows are pulled before a push if the stream brought no byte for five seconds",
    arguments: [(4.0, "commit push"), (5, "cancel pull")])
  func proof(_ silence: Double, _ expected: String) {
    var rig = MachineRig(conflict: .serverWins)
    rig.enterLive()
    let number = rig.number
    rig.send(.streamed(number, .success(.page(rig.livePage()))))
    rig.now.uptime += 30
    rig.send(.progressed(number, RequestProgress(first: rig.now.uptime, last: rig.now.uptime)))
    rig.now.uptime += silence
    rig.mutate()
    rig.commit()
    var words = rig.commands.compactMap(\.word)
    rig.commit()
    if words.contains("commit") { words += rig.commands.compactMap(\.word) }
    #expect(words.filter { $0 != "answer" }.joined(separator: " ") == expected)
  }

  @Test("without events, only the limit of silence wakes the engine")
  func idle() {
    var rig = MachineRig()
    rig.enterLive()
    rig.send(.streamed(rig.number, .success(.page(rig.livePage()))))
    rig.send(.progressed(rig.number, RequestProgress(first: rig.now.uptime, last: rig.now.uptime)))
    #expect(rig.machine.wakesAt == rig.now.uptime + 45)
  }
}
