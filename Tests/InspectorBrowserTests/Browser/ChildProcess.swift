import Foundation
import Synchronization

/// A program that a test has started; it ends with the last use.
final class ChildProcess: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The first of these names that a folder of PATH has.
  static func find(_ names: String...) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// A program that was built with the tests, in the folder of the test runner.
  static func built(_ name: String) -> String {
    let runner = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
    return runner.deletingLastPathComponent().appendingPathComponent(name).path
  }

  private let process: Mutex<Process>
  private let output = Pipe()
  private let input = Pipe()
  private let text = Mutex("")

  init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    self.process = Mutex(process)
  }

  var number: Int32 { process.withLock { $0.processIdentifier } }

  deinit {
    try? input.fileHandleForWriting.close()
    process.withLock { process in
      // The program may have inherited a mask that holds SIGTERM back.
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }
  }

  /// Reads the output until it has a match, and returns the match. The rest of the output is read and dropped.
  func match(_ pattern: Regex<(Substring, Substring)>) throws -> String {
    let reading = output.fileHandleForReading
    while true {
      if let match = text.withLock({ $0.firstMatch(of: pattern).map { String($0.1) } }) {
        reading.readabilityHandler = { handle in
          if handle.availableData.isEmpty { handle.readabilityHandler = nil }
        }
        return match
      }
      let data = reading.availableData
      let all = text.withLock { text in
        text += String(decoding: data, as: UTF8.self)
        return text
      }
      if data.isEmpty { throw Failure(description: "the program ended without the expected output:\n\(all)") }
    }
  }
}
