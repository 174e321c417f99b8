import Foundation

/// The process `udfhost app.lua -e 1` with an app of three features, from start to end.
struct StartUpCase {
  let rounds: Int

  func run() throws -> [Result] {
    let app = try ThreeFeatures.app()
    let times = try Timing.medians(
      rounds: rounds, count: 1,
      [
        { try Command.run("/bin/true", []) }, { try Command.run(Command.udfhost, [app.path, "-e", "1"]) },
      ])
    return [
      Result(name: "start-up of /bin/true, for comparison", seconds: times[0]),
      Result(name: "start-up: udfhost app.lua -e 1", seconds: times[1], promise: 0.040),
    ]
  }
}
