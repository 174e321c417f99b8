import Foundation
import Platform

/// Runs processes and measures their time.
enum Command {
  /// The path of `udfhost`, in the folder of this executable.
  static var udfhost: String { Bundle.main.bundleURL.appendingPathComponent("udfhost").path }

  /// Runs a program and waits for its end. Returns its seconds of processor time. Throws if it fails.
  @discardableResult
  static func run(_ path: String, _ arguments: [String]) throws -> Double {
    let process = try spawn(path, arguments, output: "/dev/null")
    var status: Int32 = 0
    var usage = rusage()
    guard wait4(process, &status, 0, &usage) == process, status == 0 else { throw MissingCommand(path: path) }
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6 }
  }

  /// The seconds until a process at a terminal has written a text. The process is then killed.
  static func secondsUntil(_ text: String, _ path: String, _ arguments: [String]) throws -> Double {
    var (terminal, end): (Int32, Int32) = (-1, -1)
    guard openpty(&terminal, &end, nil, nil, nil) == 0, let name = ttyname(end).map({ String(cString: $0) }) else {
      throw MissingCommand(path: path)
    }
    var process: pid_t?
    defer {
      close(end)
      close(terminal)
      if let process {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
      }
    }
    return try Timing.seconds {
      process = try spawn(path, arguments, input: name, output: name)
      var written: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while !String(decoding: written, as: UTF8.self).contains(text) {
        let count = read(terminal, &buffer, buffer.count)
        guard count > 0 else { throw MissingCommand(path: path) }
        written += buffer[..<count]
      }
    }
  }

  // Does not use Foundation's Process, which checks for the end of a process only every 50 ms.
  private static func spawn(
    _ path: String, _ arguments: [String], input: String = "/dev/null", output: String
  ) throws -> pid_t {
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY, 0)
    guard posix_spawn(&process, path, &actions, nil, &words, environ) == 0 else { throw MissingCommand(path: path) }
    return process
  }
}
