import ArgumentParser

/// Measures the promised performance. Each case is compared with a baseline, called its floor, in the same run.
@main
struct Udfbench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "udfbench",
    abstract: "Measure dispatch, views, start-up and reload, each compared with a baseline (floor) in the same run.",
    discussion:
      "Times are medians of several rounds. Compare the ratios, because times depend on the machine and its load.")

  @Flag(help: "Print one JSON object per line instead of a table.")
  var json = false

  @Flag(help: "Exit with 1 if a promise is missed.")
  var strict = false

  @Option(help: "The number of rounds of each measurement.")
  var rounds = 7

  @Option(help: "The largest number of entities in the cases W2, entities and table.")
  var entities = 1_000_000

  @Argument(help: ArgumentHelp("Run only the cases whose names begin with one of these.", valueName: "case"))
  var cases: [String] = []

  func validate() throws {
    guard rounds > 0, entities >= 10 else { throw ValidationError("--rounds and --entities must be positive") }
  }

  func run() async throws {
    let benches: [(name: String, run: () async throws -> [Result])] = [
      ("W1", { try CounterCase(rounds: rounds).run() }),
      ("command", { try CommandCase(rounds: rounds).run() }),
      ("inspector", { try await inspector() }),
      ("owner", { try await OwnerCase(rounds: rounds).run() }),
      ("W2", { try ToggleCase(rounds: rounds, largest: entities).run() }),
      ("W4", { try ManyFeaturesCase(rounds: rounds).run() }),
      ("reading", { try ReadingCase(rounds: rounds).run() }),
      ("remove", { try RemoveCase(rounds: rounds).run() }),
      ("hosted", { try NativeFeatureCase(rounds: rounds).run() }),
      ("entities", { try EntitiesCase(rounds: rounds, largest: entities).run() }),
      ("native", { try await native() }),
      ("table", { try EntityTableCase(rounds: rounds, largest: entities).run() }),
      ("E", { try EffectsCase(rounds: rounds).run() }),
      ("V", { try DerivedCase(rounds: rounds).run() }),
      ("view", { try ViewCase(rounds: rounds).run() }),
      ("start-up", { try StartUpCase(rounds: rounds * 3).run() }),
      ("P1", { try ReplayCase(rounds: rounds).run() }),
      ("reload", { try ReloadCase(saves: max(200, rounds * 30)).run() }),
      ("log", { try await LogCase().run() }),
      ("shared", { try SharedCase(rounds: rounds).run() }),
      ("S6", { try await OfflineCase().run() }),
      ("S7", { try LiveCase(changes: 200).run() }),
      ("S", { try await CacheCase(rounds: rounds).run() + FirstPageCase(rounds: rounds * 3).run() }),
    ]
    var report = Report(json: json)
    for bench in benches where cases.isEmpty || cases.contains(where: bench.name.hasPrefix) {
      for result in try await bench.run() { report.add(result) }
    }
    report.finish()
    if strict, report.missed > 0 { throw ExitCode.failure }
  }

  private func inspector() async throws -> [Result] {
    #if Inspector
      try await InspectorCase(rounds: rounds).run()
    #else
      []
    #endif
  }

  /// Stores on the main actor, as apps have them, and one that belongs to no actor.
  private func native() async throws -> [Result] {
    var free = try NativeSendCase(rounds: rounds).run()[0]
    free.name = "native send, bare, no actor"
    let main = try await MainActor.run { [rounds] in
      try NativeSendCase(rounds: rounds).run() + NativeFeaturesCase(rounds: rounds).run()
    }
    return [free] + main
  }
}
