import HostTesting
import Testing

@testable import UDF
@testable import UDFHost

@Suite("an effect in Swift")
struct NativeEffectTests {
  @Test("that sleeps is named while settling waits for it, and its action is caused by the action that started it")
  func settling() async throws {
    let loader = try LoaderHost()
    try await loader.run("loader.later{ n = 7 }", asleep: 1)
    #expect(!loader.host.settle(timeout: 0.01))
    #expect(loader.host.unsettled == "effect of loader/later")
    #expect(loader.host.effectsInFlight == ["effect of loader/later"])
    await loader.pass(milliseconds: 100, sending: 1)
    await loader.app.settled()
    #expect(try loader.written == [7])
    #expect(loader.app.actions.map(\.cause) == [nil, 1])
    #expect(loader.host.effects.isEmpty)
  }

  @Test("that sends from another thread is waited for at the prompt")
  func waiting() async throws {
    let written = try await onOwnThread {
      try LoaderHost().app.run("loader.post{ n = 7 } settle(600) return state.loader.written")
    }
    #expect(written == [7])
  }

  @Test("that sends at once does so before the line at the prompt continues")
  func atOnce() throws {
    let loader = try LoaderHost()
    #expect(try loader.app.run("loader.send{ n = 7 } return state.loader.written") == [7])
    #expect(loader.app.actions.map(\.cause) == [nil, 1])
    #expect(loader.host.isSettled)
  }

  @Test("with the same id replaces the running one, and one of another id continues")
  func latest() async throws {
    let loader = try LoaderHost()
    try await loader.run("loader.search{ n = 1 }", asleep: 1)
    try await loader.run("loader.keyed{ n = 2 }", asleep: 2)
    try await loader.run("loader.search{ n = 3 }", asleep: 2)
    await loader.pass(milliseconds: 100, sending: 3)
    await loader.app.settled()
    #expect(Set(try loader.written.items.compactMap(\.integer)) == [2, 3])
  }

  @Test("of several in a row runs them one after another, unless one is cancelled")
  func chain() async throws {
    let loader = try LoaderHost()
    try await loader.run("loader.chain{ n = 1 }", asleep: 1)
    await loader.pass(milliseconds: 100, sending: 1)
    while try loader.written != [1, 2] {
      loader.host.poll()
      await Task.yield()
    }
    await loader.clock.asleep(1)
    try loader.app.run("loader.stop{}")
    await loader.pass(milliseconds: 100, sending: 1)
    #expect(try loader.written == [1, 2])
    #expect(loader.host.isSettled)
  }

  @Test("of two at once is cancelled by cx.cancel, and keeps what it has already done")
  func pair() async throws {
    let loader = try LoaderHost("effects = { idle = function(cx) cx.cancel('pair') end }")
    try await loader.run("loader.pair{ n = 1 }", asleep: 2)
    await loader.pass(milliseconds: 100, sending: 1)
    #expect(try loader.written == [1])
    #expect(!loader.host.isSettled)
    try loader.app.run("loader.idle{}")
    #expect(loader.host.isSettled)
    await loader.pass(milliseconds: 100, sending: 1)
    #expect(try loader.written == [1])
  }

  @Test("is counted by :prof each time it starts")
  func costs() async throws {
    let loader = try LoaderHost()
    loader.host.isProfiling = true
    try await loader.run("loader.later{ n = 1 } loader.later{ n = 2 } loader.send{ n = 3 }", asleep: 2)
    let costs = loader.host.costs.filter { $0.kind == .effect }
    #expect(costs.map { "\($0.name) \($0.calls)" }.sorted() == ["loader/later 2", "loader/send 1"])
  }

  @Test("is traced when it starts, ends and is cancelled")
  func traces() async throws {
    let loader = try LoaderHost()
    loader.host.tracesEffects = true
    try await loader.run("loader.later{ n = 1 }", asleep: 1)
    await loader.pass(milliseconds: 100, sending: 1)
    await loader.app.settled()
    try await loader.run("loader.search{ n = 2 }", asleep: 1)
    try loader.app.run("loader.stop{}")
    #expect(
      loader.app.logs == [
        "trace effect of loader/later began", "trace effect of loader/later ended",
        "trace effect of loader/search began", "trace effect of loader/stop began",
        "trace effect of loader/search was cancelled", "trace effect of loader/stop ended",
      ])
  }

  @Test("reports the outputs of its use case as effects in Lua do, without their values")
  func outputs() async throws {
    let (written, logs) = try await onOwnThread {
      let loader = try LoaderHost()
      var logs: [String] = []
      let subscription = loader.host.observe { event in
        if case .log(let level, let message, let fields) = event {
          logs.append("\(level) \(message) of \(fields["action"].text ?? "?")")
        }
      }
      defer { subscription.cancel() }
      return (try loader.app.run("loader.count{ n = 7 } settle(600) return state.loader.written"), logs)
    }
    #expect(written == [7])
    #expect(logs == ["trace counting: begun of loader/count", "trace counting: ended of loader/count"])
  }

  @Test("waits at a past point with its actions, which arrive after the return")
  func past() async throws {
    let loader = try LoaderHost()
    try await loader.run("loader.later{ n = 7 }", asleep: 1)
    try loader.host.visit(action: 0)
    await loader.pass(milliseconds: 100, sending: 1)
    #expect(loader.host.waiting.messages == 1)
    #expect(try loader.written == [])
    try loader.host.returnToLive()
    await loader.app.settled()
    #expect(try loader.written == [7])
    #expect(loader.host.waiting.isNone)
  }

  @Test("does not start if a session is replayed or only reducers are tested")
  func notStarted() throws {
    let loader = try LoaderHost { $0.startsEffects = false }
    try loader.app.run("loader.send{ n = 7 } loader.idle{}")
    #expect(try loader.written == [])
  }

  @Test("of ten thousand that replace one another looks up only the one with its id")
  func flat() throws {
    let loader = try LoaderHost { $0.historyLimit = 0 }
    try loader.app.run("for n = 1, 10000 do loader.keyed{ n = n } end")
    #expect(loader.host.effects.jobs.visitedScopes == 0)
    try loader.app.run("for n = 1, 10000 do loader.keyed{ n = n } end")
    #expect(loader.host.effects.jobs.visitedScopes == 10_000)
    #expect(loader.host.effectsInFlight.count == 10_000)
    loader.host.stop()
    #expect(loader.host.effects.isEmpty)
  }
}
