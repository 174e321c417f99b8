import Foundation
import Testing

/// A process that uses a cache: see Tests/CacheWriter.
final class CacheWriter {
  /// Its program, which stands beside the test runner; nil where there is none.
  static let program: URL? = {
    let runner = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = runner.deletingLastPathComponent().appendingPathComponent("CacheWriter")
    return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
  }()

  static let isMissing: Comment = """
    not checked, because there is no CacheWriter beside the tests: a killed process, a full disk, another process
    """

  private let process = Process()
  private let output = Pipe()

  init(_ folder: TemporaryFolder, _ kind: CacheKind, _ mode: String, _ count: Int = 0) throws {
    process.executableURL = CacheWriter.program
    process.arguments = [folder.path, kind.rawValue, mode, "\(count)"]
    process.standardOutput = output
    // It says so of errors that it is to die of.
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// What it says until it is gone, line by line, and whether it was killed.
  func finish() throws -> (lines: [String], isKilled: Bool) {
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    return (lines, process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
  }

  /// Waits for a first word of it.
  func wait() { _ = output.fileHandleForReading.availableData }

  func kill() throws {
    Foundation.kill(process.processIdentifier, SIGKILL)
    _ = try finish()
  }
}
