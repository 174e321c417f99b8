import HostTesting
import Testing
import UDFTesting

@testable import UDFHost

@Suite("an effect in Swift that is cancelled never writes:")
struct NativeEffectEndingTests {
  /// Its action is undone, its task still sends, and 100 milliseconds later nothing has changed.
  private func expectNothingWritten(_ loader: LoaderHost) async throws {
    #expect(loader.host.isSettled)
    #expect(loader.host.effects.isEmpty)
    await loader.pass(milliseconds: 100, sending: 1)
    #expect(try loader.written == [])
    #expect(loader.host.isSettled)
    #expect(loader.app.errors.isEmpty)
  }

  @Test("its action was undone")
  func undone() async throws {
    let loader = try LoaderHost()
    try await loader.run("loader.later{ n = 100 }", asleep: 1)
    _ = try loader.host.undo()
    try await expectNothingWritten(loader)
    // Neither when it is done again: what was cancelled stays cancelled.
    _ = try loader.host.redo()
    await loader.app.settled()
    #expect(try loader.written == [])
  }

  @Test("its action was undone before the delivery of its result")
  func undoneLate() async throws {
    let loader = try LoaderHost()
    try await loader.run("loader.later{ n = 100 }", asleep: 1)
    await loader.clock.advance(by: .milliseconds(100))
    while loader.host.effects.waitingActions == 0 { await Task.yield() }
    _ = try loader.host.undo()
    loader.host.poll()
    #expect(try loader.written == [])
    #expect(loader.host.isSettled)
  }

  @Test("while an effect of an earlier action continues")
  func earlier() async throws {
    let loader = try LoaderHost()
    try await loader.run("loader.later{ n = 1 }", asleep: 1)
    try await loader.run("loader.later{ n = 2 }", asleep: 2)
    _ = try loader.host.undo()
    await loader.pass(milliseconds: 100, sending: 2)
    await loader.app.settled()
    #expect(try loader.written == [1])
  }

  @Test("the host was stopped")
  func stopped() async throws {
    let loader = try LoaderHost()
    try await loader.run("loader.later{ n = 100 }", asleep: 1)
    loader.host.stop()
    try await expectNothingWritten(loader)
  }

  @Test("the app was reset")
  func reset() async throws {
    let loader = try LoaderHost()
    try await loader.run("loader.later{ n = 100 }", asleep: 1)
    #expect(loader.host.reload(reset: true).ok)
    try await expectNothingWritten(loader)
  }

  @Test("a snapshot was loaded")
  func loaded() async throws {
    let loader = try LoaderHost()
    try loader.host.save(to: loader.app.folder("state.json"))
    try await loader.run("loader.later{ n = 100 }", asleep: 1)
    try loader.host.load(from: loader.app.folder("state.json"))
    try await expectNothingWritten(loader)
  }

  @Test("its feature was reloaded and its policy cancels effects")
  func reloaded() async throws {
    let loader = try LoaderHost("onReload = 'cancel'")
    try await loader.run("loader.later{ n = 100 }", asleep: 1)
    #expect(try loader.app.reload("app", as: LoaderHost.source("onReload = 'cancel' "))?.error == nil)
    try await expectNothingWritten(loader)
  }

  @Test("but finishes if its feature says so, however often it is reloaded", arguments: ["", "onReload = 'finish'"])
  func finishing(_ additions: String) async throws {
    let loader = try LoaderHost(additions)
    try await loader.run("loader.later{ n = 1 }", asleep: 1)
    for space in 1...3 {
      let source = LoaderHost.source(additions + String(repeating: " ", count: space))
      #expect(try loader.app.reload("app", as: source)?.error == nil)
      try await loader.run("loader.later{ n = \(space + 1) }", asleep: space + 1)
    }
    await loader.pass(milliseconds: 100, sending: 4)
    await loader.app.settled()
    #expect(Set(try loader.written.items.compactMap(\.integer)) == [1, 2, 3, 4])
    #expect(loader.app.logs == [])
  }

  @Test("but restarts if its feature says so, with its whole duration")
  func restarted() async throws {
    let loader = try LoaderHost("onReload = 'restart'")
    try await loader.run("loader.later{ n = 7 }", asleep: 1)
    await loader.clock.advance(by: .milliseconds(60))
    #expect(try loader.app.reload("app", as: LoaderHost.source("onReload = 'restart' "))?.error == nil)
    // The one that was cancelled has sent its number.
    await loader.pass(milliseconds: 0, sending: 1)
    await loader.clock.asleep(1)
    await loader.pass(milliseconds: 60, sending: 0)
    #expect(try loader.written == [])
    #expect(loader.host.effectsInFlight == ["effect of loader/later"])
    await loader.pass(milliseconds: 40, sending: 1)
    await loader.app.settled()
    #expect(try loader.written == [7])
    #expect(loader.app.actions.last?.cause == 1)
    #expect(
      loader.app.logs == [
        "info effect of loader/later (#1): cancelled and started again by the reload, as onReload demands"
      ])
  }

  @Test("its screen was removed, while that of another screen continues")
  func dismissed() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    var sent = stream.makeAsyncIterator()
    let clock = TestClock()
    let scenes = News.scenes.replacing("save = \"articles.save\"", with: "save = \"loader.load\"")
    let features = "require \"session\", udf.native(\"loader\", { events = { load = \"later\" } })"
    let app = try News.host(app: News.app.replacing("require \"session\"", with: features), scenes: scenes) {
      $0.features = [Loader(clock: clock, sent: continuation)]
    }
    try app.run("nav.push('article', { id = '1' }) nav.push('article', { id = '2' })")
    for (count, screen) in app.host.screens.suffix(2).enumerated() {
      try app.host.raise("save", ["n": .integer(Int64(screen.id))], on: screen.id)
      await clock.asleep(count + 1)
    }
    let stays = try #require(app.host.screens.dropLast().last?.id)
    try app.run("nav.pop()")
    await clock.advance(by: .milliseconds(100))
    for _ in 1...2 { _ = await sent.next(isolation: nil) }
    app.host.poll()
    #expect(try app.state("loader.written") == [.integer(Int64(stays))])
  }
}
