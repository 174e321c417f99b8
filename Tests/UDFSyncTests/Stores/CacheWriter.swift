import FolderTesting
import Foundation
import Testing

/// A process that uses a cache: see Tests/CacheWriter.
final class CacheWriter: @unchecked Sendable {
  /// The program beside the test runner; nil: there is none.
  static let program: URL? = {
    let runner = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = runner.deletingLastPathComponent().appendingPathComponent("CacheWriter")
    return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
  }()

  static let isMissing: Comment = """
    not checked, because there is no CacheWriter beside the tests: a killed process, a full disk, another process
    """

  // popen, because Foundation's Process may wait for ever for an ended process if many threads start processes.
  private let output: UnsafeMutablePointer<FILE>

  init(_ folder: TemporaryFolder, _ mode: String, _ count: Int = 0) throws {
    let program = try #require(CacheWriter.program)
    // The process prints the planned errors that end it.
    output = try #require(popen("exec '\(program.path)' '\(folder.path)' \(mode) \(count) 2>/dev/null", "r"))
  }

  /// The lines that it prints until it ends, and whether it was killed.
  func finish() async -> (lines: [String], isKilled: Bool) {
    await onThread { [self] in
      var lines: [String] = []
      while let line = next() { lines.append(line) }
      return (lines, pclose(output) & 0x7F == SIGKILL)
    }
  }

  /// Waits until the process has printed its number. Returns a function that kills the process.
  func holder() async throws -> () async -> Void {
    let word = await onThread { [self] in next() }
    let process = try #require(word.flatMap { pid_t($0) })
    return { [self] in
      kill(process, SIGKILL)
      _ = await finish()
    }
  }

  private func next() -> String? {
    var line = [CChar](repeating: 0, count: 1000)
    guard fgets(&line, CInt(line.count), output) != nil else { return nil }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  // Tests that wait on all threads that tests have would keep from running the one that ends what they wait for.
  private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: work()) }
    }
  }
}
