import SeededTesting
import Testing

@testable import UDFHost

@Suite("edits while actions and effects run", .timeLimit(.minutes(60)))
struct UnderFireTests {
  private static let edits = Extent.runs(daily: 400, nightly: 1000)

  @Test("hundreds of them lose no state and leave no old code; each failure is reported once, with file and line")
  func fire() throws {
    var run = try FireRun()
    let app = run.fire.app
    for step in 1...Self.edits {
      let files = step % 100 == 0 ? try run.fire.repair() : try run.fire.edit(&run.generator)
      let isNews = run.isNews(files)
      app.host.reload(changed: Set(files.map { app.folder($0 + ".lua") }))
      try run.follow(isNews: isNews)
    }
    #expect(run.failures > Self.edits / 10, "\(Seed.replay)")
    #expect(run.counts.values.allSatisfy { $0 > Self.edits / 50 }, "\(Seed.replay)")
    // A queue may have grown to a second for each of its actions.
    for _ in 1...3000 where !app.host.isSettled { app.pass(1) }
    #expect(app.host.isSettled, "\(Seed.replay)")
    #expect(app.host.effects.isEmpty, "\(Seed.replay)")
  }

  @Test("a hundred that the watcher reports lose nothing either, and each is reported once")
  func watched() async throws {
    var run = try FireRun(watch: .auto)
    let app = run.fire.app
    let wakes = app.wakes()
    for step in 1...100 {
      let turn = step % 25
      let files =
        turn < FireApp.all.count
        ? try run.fire.repair(FireApp.all[turn]) : try run.fire.watchedEdit(&run.generator)
      let isNews = run.isNews(files)
      if isNews { _ = await app.nextReload(wakes) }
      try run.follow(isNews: isNews)
    }
    #expect(run.failures > 10, "\(Seed.replay)")
  }
}
