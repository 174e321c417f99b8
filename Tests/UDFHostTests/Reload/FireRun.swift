import FileWatching
import HostTesting
import Platform
import SeededTesting
import Testing

@testable import UDFHost

/// Goes through edits of a ``FireApp``, acts in between, and keeps account of what must be there.
struct FireRun {
  let fire: FireApp
  var generator = SeededGenerator(seed: Seed.current)
  private(set) var counts: [String: Int] = [:]
  private(set) var failures = 0
  private var screens = 1
  private var step = 0
  private var app: TestHost { fire.app }
  private var comment: Comment { "edit \(step), \(Seed.replay)" }

  init(watch: WatchMode = .off) throws { fire = try FireApp(watch: watch) }

  /// Whether files have another content than the host has loaded. A file that was made and removed while another one was broken is
  /// missing as before.
  func isNews(_ files: [String]) -> Bool {
    files.contains { file in
      let now = readFile(app.folder(file + ".lua")).map { ContentHash.of($0) } ?? 0
      return app.host.loader.hashes[file + ".lua"].map { $0 != now } ?? false
    }
  }

  /// After an edit, the reports match the files on the disk, and the running code is theirs.
  mutating func follow(isNews: Bool) throws {
    step += 1
    try #require(app.reloads.count == (isNews ? 1 : 0), comment)
    if let report = app.reloads.first {
      let problem = fire.problem
      try #require(
        report.error.map { FireApp.Place(file: $0.file ?? "", line: $0.line) } == problem,
        "\(report.error?.message ?? "no error"), \(comment)")
      if problem == nil { fire.tookOver() } else { failures += 1 }
    }
    try act()
    try checkActions()
    try checkState()
    app.forgetEvents()
  }

  /// Sends what is there something, starts and wakes effects, walks through screens.
  private mutating func act() throws {
    for _ in 0..<3 {
      let name = FireApp.features.randomElement(using: &generator) ?? ""
      guard fire.running[name] != nil else { continue }
      try app.host.send("\(name)/\(Bool.random(using: &generator) ? "hit" : "slow")", origin: .event)
    }
    if Int.random(in: 0..<3, using: &generator) == 0 { app.pass(0.5) }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      if screens < 4 {
        try app.host.event("one.tap")
        screens += FireSources.offersDetail(fire.running["flow"] ?? "") ? 1 : 0
      } else {
        for _ in 1..<screens { try app.run("nav.pop()") }
        screens = 1
      }
    }
    if Int.random(in: 0..<9, using: &generator) == 0, let taken = try? app.host.undo() {
      #expect(!taken.isEmpty)
      _ = try app.host.redo()
    }
  }

  /// Each reported action was reduced, observed and followed by the code of the last save that loads.
  private mutating func checkActions() throws {
    for action in app.actions {
      let comment: Comment = "\(action), \(comment)"
      if action.type == "nav/push" {
        let stamp = try #require(fire.running["flow"])
        try #require(action.fields["params"]["stamp"] == .string(stamp), comment)
      }
      guard action.type.hasSuffix("/hit") else { continue }
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
    let seen = app.logs.filter { $0.hasPrefix("info seen ") }
    let committed = app.actions.filter { $0.status == .committed }
    try #require(seen == committed.map { "info seen \(fire.running["seen"] ?? "") \($0.type)" }, comment)
  }

  private func checkState() throws {
    for name in FireApp.features where fire.running[name] != nil {
      let count = try app.state("\(name).count")
      try #require(count == .integer(Int64(counts[name] ?? 0)), comment)
    }
    try #require(app.routes.count == screens, comment)
    let stamp = try #require(fire.running["scene"])
    let screen = try app.host.screenState()
    try #require(screen == .map(["stamp": .string(stamp), "count": .integer(Int64(counts["one"] ?? 0))]), comment)
  }
}
