import SeededTesting
import Testing

@testable import UDFHost

@Suite("a thousand edits while actions and effects run")
struct UnderFireTests {
  @Test("lose no state, leave no old code, and each that fails is told once, with its file and line")
  func fire() throws {
    var generator = SeededGenerator(seed: Seed.current)
    let fire = try FireApp()
    let app = fire.app
    var counts: [String: Int] = [:]
    var failures = 0
    for step in 1...1000 {
      let files = step % 100 == 0 ? try fire.repair() : try fire.edit(&generator)
      // A file that came and went again while another one was broken is missing as before.
      let isNews = files.contains { file in
        let now = readFile(app.folder(file + ".lua")).map { ContentHash.of($0) } ?? 0
        return app.host.read[file + ".lua"].map { $0 != now } ?? false
      }
      app.forgetEvents()
      app.host.reload(changed: Set(files.map { app.folder($0 + ".lua") }))
      try Self.check(app.reloads, isNews, fire, step)
      if app.reloads.first?.ok == true { fire.tookOver() } else if isNews { failures += 1 }
      try Self.act(fire, &generator)
      try Self.follow(app, fire, &counts, step)
      for name in FireApp.names where fire.running[name] != nil {
        let count = try app.state("\(name).count")
        try #require(count == .integer(Int64(counts[name] ?? 0)), "step \(step), \(Seed.replay)")
      }
    }
    #expect(failures > 100, "\(Seed.replay)")
    #expect(counts.values.allSatisfy { $0 > 20 }, "\(Seed.replay)")
    // A queue may have grown to a second for each of its actions.
    for _ in 1...3000 where !app.host.isSettled { app.pass(1) }
    #expect(app.host.isSettled, "\(Seed.replay)")
    #expect(app.host.effects.isEmpty, "\(Seed.replay)")
  }

  /// What was told of a reload is what the files on the disk say.
  private static func check(_ reloads: [ReloadReport], _ isNews: Bool, _ fire: FireApp, _ step: Int) throws {
    let comment: Comment = "step \(step), \(Seed.replay)"
    try #require(reloads.count == (isNews ? 1 : 0), comment)
    guard let report = reloads.first else { return }
    guard let problem = fire.problem else { return try #require(report.error == nil, comment) }
    let error = try #require(report.error, comment)
    try #require(error.file == problem.file, comment)
    if let line = problem.line { try #require(error.line == line, comment) }
  }

  /// Sends what is there something, starts and wakes effects.
  private static func act(_ fire: FireApp, _ generator: inout SeededGenerator) throws {
    for _ in 0..<3 {
      let name = FireApp.names.randomElement(using: &generator) ?? ""
      guard fire.running[name] != nil else { continue }
      try fire.app.host.send("\(name)/\(Bool.random(using: &generator) ? "hit" : "slow")", origin: .event)
    }
    if Int.random(in: 0..<3, using: &generator) == 0 { fire.app.pass(0.5) }
    if Int.random(in: 0..<9, using: &generator) == 0, let taken = try? fire.app.host.undo() {
      #expect(!taken.isEmpty)
      _ = try fire.app.host.redo()
    }
  }

  /// Each action that was told was reduced by the code of the last good save.
  private static func follow(_ app: TestHost, _ fire: FireApp, _ counts: inout [String: Int], _ step: Int) throws {
    for action in app.actions where action.type.hasSuffix("/hit") {
      let comment: Comment = "step \(step), \(action), \(Seed.replay)"
      let name = String(action.type.dropLast(4))
      guard let stamp = fire.running[name] else {
        // An effect of a feature that has gone.
        try #require(action.status == .unhandled, comment)
        continue
      }
      try #require(action.status == .committed, comment)
      counts[name, default: 0] += 1
      try #require(action.changes.last?.new == .string("\(stamp)#\(counts[name] ?? 0)"), comment)
    }
  }
}
