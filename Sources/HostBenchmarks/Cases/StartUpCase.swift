import Foundation

/// The whole process `udfhost app.lua -e 1`, with an app of three features.
struct StartUpCase {
  let rounds: Int

  func run() throws -> [Result] {
    let app = try ThreeFeatures.app()
    let command = Bundle.main.bundleURL.appendingPathComponent("udfhost")
    guard FileManager.default.isExecutableFile(atPath: command.path) else {
      throw MissingCommand(path: command.path)
    }
    let times = try Timing.medians(
      rounds: rounds, count: 1,
      [{ try Self.run("/bin/true", []) }, { try Self.run(command.path, [app.path, "-e", "1"]) }])
    return [
      Result(name: "start-up of /bin/true, for comparison", seconds: times[0]),
      Result(name: "start-up: udfhost app.lua -e 1", seconds: times[1], promise: 0.040),
    ]
  }

  private static func run(_ path: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw MissingCommand(path: path) }
  }
}

/// The command that is to be timed is not there, or failed.
struct MissingCommand: Error, CustomStringConvertible {
  var path: String
  var description: String { "\(path): cannot be run; build it first: swift build -c release --product udfhost" }
}
