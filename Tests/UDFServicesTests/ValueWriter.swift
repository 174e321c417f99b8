import Platform
import Testing

/// A process that sets values until it is killed.
final class ValueWriter {
  /// Its program, which stands beside the test runner; nil where there is none.
  static var path: String? {
    guard let runner = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(runner) }
    let path = String(cString: runner)
    let program = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) + "/ValueWriter"
    return access(program, X_OK) == 0 ? program : nil
  }

  private let output: UnsafeMutablePointer<FILE>
  private let process: pid_t

  /// - Parameter count: the number of file changes before it is killed; nil: the test kills it.
  init(_ program: String, folder: String, killedAt count: Int? = nil) throws {
    let count = count.map { " \($0)" } ?? ""
    // The program reports on standard error the error that it ends with.
    output = try #require(popen("exec '\(program)' '\(folder)'\(count) 2>/dev/null", "r"))
    process = pid_t(try #require(Self.number(from: output)))
  }

  /// The next number that it says; nil if it is gone and has said no more.
  func next() -> Int? { Self.number(from: output) }

  func kill() { _ = systemKill(process, SIGKILL) }

  func wait() { pclose(output) }

  private static func number(from output: UnsafeMutablePointer<FILE>) -> Int? {
    var line = [CChar](repeating: 0, count: 32)
    guard fgets(&line, 32, output) != nil else { return nil }
    return Int(atoi(line))
  }
}

private func systemKill(_ process: pid_t, _ signal: Int32) -> Int32 { kill(process, signal) }
