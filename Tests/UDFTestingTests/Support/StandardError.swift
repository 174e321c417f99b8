import Platform

/// The standard error of the process while a test runs.
enum StandardError {
  /// Returns what is written during the body, at most the 64 KB that a pipe holds.
  static func text(
    isolation: isolated (any Actor)? = #isolation, during body: () async throws -> Void
  ) async throws -> String {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return "" }
    let original = dup(STDERR_FILENO)
    dup2(ends[1], STDERR_FILENO)
    close(ends[1])
    defer { close(ends[0]) }
    do {
      // Restored before the read, which ends when no writer is left.
      defer {
        dup2(original, STDERR_FILENO)
        close(original)
      }
      try await body()
    }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    return String(decoding: text, as: UTF8.self)
  }
}
