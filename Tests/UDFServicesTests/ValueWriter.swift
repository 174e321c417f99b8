import Platform
import Testing

/// A process that sets values until it is killed.
final class ValueWriter {
  /// The path of the program `ValueWriter`, in the folder of the test runner; nil if it is missing.
  static var path: String? {
    guard let runner = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(runner) }
    let path = String(cString: runner)
    let program = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) + "/ValueWriter"
    return access(program, X_OK) == 0 ? program : nil
  }

  private let output: UnsafeMutablePointer<FILE>
  private let process: pid_t

  /// - Parameter fault: how its disk fails, such as `kill 7` (see Tests/ValueWriter); nil if the test kills it.
  init(_ program: String, folder: String, fault: String? = nil) throws {
    // Discards standard error, because the program reports its final error there.
    output = try #require(popen("exec '\(program)' '\(folder)' \(fault ?? "") 2>/dev/null", "r"))
    process = pid_t(try #require(Self.line(from: output).flatMap { Int($0) }))
  }

  /// The next number in its output; nil after the last line.
  func next() -> Int? { nextLine().flatMap { Int($0) } }

  func nextLine() -> String? { Self.line(from: output) }

  func kill() { _ = systemKill(process, SIGKILL) }

  func wait() { pclose(output) }

  private static func line(from output: UnsafeMutablePointer<FILE>) -> String? {
    var line = [CChar](repeating: 0, count: 1000)
    guard fgets(&line, CInt(line.count), output) != nil else { return nil }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

private func systemKill(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }
