import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The whole process `udfhost app.lua -e 1`, with an app of three features.
struct StartUpCase {
  let rounds: Int

  func run() throws -> [Result] {
    let app = try ThreeFeatures.app()
    let command = Bundle.main.bundleURL.appendingPathComponent("udfhost").path
    let times = try Timing.medians(
      rounds: rounds, count: 1,
      [{ try Self.run("/bin/true", []) }, { try Self.run(command, [app.path, "-e", "1"]) }])
    return [
      Result(name: "start-up of /bin/true, for comparison", seconds: times[0]),
      Result(name: "start-up: udfhost app.lua -e 1", seconds: times[1], promise: 0.040),
    ]
  }

  // Not Foundation's Process: it looks for the end of a process only every 50 ms.
  private static func run(_ path: String, _ arguments: [String]) throws {
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid = pid_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var status: Int32 = 0
    let isSpawned = posix_spawn(&pid, path, &actions, nil, &words, environ) == 0
    guard isSpawned, waitpid(pid, &status, 0) == pid, status == 0 else { throw MissingCommand(path: path) }
  }
}

/// The command that is to be timed is not there, or failed.
struct MissingCommand: Error, CustomStringConvertible {
  var path: String
  var description: String { "\(path): cannot be run; build it first: swift build -c release --product udfhost" }
}
