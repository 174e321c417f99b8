import Foundation
import Platform
import Testing

/// A process that appends to a log: see Tests/LogWriter.
final class WriterProcess: @unchecked Sendable {
  static let program: URL? = {
    let runner = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = runner.deletingLastPathComponent().appendingPathComponent("LogWriter")
    return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
  }()

  private let output: UnsafeMutablePointer<FILE>
  private let process: pid_t

  convenience init(_ bench: Bench, _ host: String, _ count: Int) throws {
    try self.init(bench.address, log: bench.name, host, count)
  }

  init(_ address: String, log: String, _ host: String, _ count: Int) throws {
    let program = try #require(WriterProcess.program)
    output = try #require(popen("echo $$; exec '\(program.path)' '\(address)' \(log) \(host) \(count) 2>&1", "r"))
    var line = [CChar](repeating: 0, count: 100)
    _ = fgets(&line, CInt(line.count), output)
    process = pid_t(atoi(line))
  }

  func kill() { Foundation.kill(process, SIGKILL) }

  /// The numbers that it has seen committed, with their positions, after its end.
  func finish() async -> [Int64: Int64] {
    let lines = await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var lines: [String] = []
        var line = [CChar](repeating: 0, count: 1000)
        while fgets(&line, CInt(line.count), output) != nil {
          let bytes = line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
          lines.append(String(decoding: bytes, as: UTF8.self))
        }
        pclose(output)
        continuation.resume(returning: lines)
      }
    }
    var positions: [Int64: Int64] = [:]
    for line in lines {
      let words = line.split(separator: " ").compactMap { Int64($0) }
      if words.count == 2 { positions[words[0]] = words[1] }
    }
    return positions
  }
}
