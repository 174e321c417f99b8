import Foundation

/// Runs a program for a test, and terminates it on release.
final class TestProcess {
  private let process = Process()
  private let output = Pipe()

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter package: the Debian package that has the program.
  init(_ program: String, _ arguments: [String], package: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    var environment = ProcessInfo.processInfo.environment
    environment["PATH", default: ""] += ":/usr/sbin:/opt/homebrew/bin"
    process.environment = environment
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    name = "\(program) \(arguments.joined(separator: " "))"
    self.package = package
  }

  private let name: String
  private let package: String

  deinit { process.terminate() }

  var isRunning: Bool { process.isRunning }

  /// Waits for the end of the program; throws if its exit status is not 0.
  func wait() throws {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw failure(text) }
  }

  /// Waits for a line that contains `begin`, and returns the rest of that line.
  func line(after begin: String) throws -> String {
    var text = ""
    while true {
      for line in text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1) {
        if let range = line.range(of: begin) { return String(line[range.upperBound...]) }
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw failure(text) }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  private func failure(_ output: String) -> Failure {
    Failure(description: "\(name) failed; on Debian, install \(package): apt-get install \(package)\n\(output)")
  }
}
