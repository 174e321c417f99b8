import Glibc
import Testing

/// A process that receives and prints lines.
final class LineProcess {
  let process: pid_t
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private(set) var isRunning = true

  /// - Parameter variables: are added to the environment of the process.
  init(
    _ program: String, _ arguments: [String], in folder: AppFolder, error: String, variables: [String: String] = [:]
  ) throws {
    let (input, output) = (Launch.pipe(), Launch.pipe())
    let log = open("\(folder.path)/\(error)", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    process = try Launch.spawn(
      arguments, of: program, environment: Launch.environment(folder.path, adding: variables),
      input: input.reading, output: output.writing, error: log)
    for descriptor in [input.reading, output.writing, log] { close(descriptor) }
    self.input = input.writing
    self.output = output.reading
  }

  deinit {
    kill()
    close(input)
    close(output)
  }

  /// Sends a line, unless the process has ended.
  func send(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// The next line; nil if the process has ended.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(output, &piece, piece.count)
      guard count > 0 else { return nil }
      buffer += piece[..<count]
    }
  }

  /// Waits for output, at most this many milliseconds.
  func waitForOutput(milliseconds: Int32) {
    var watched = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    poll(&watched, 1, milliseconds)
  }

  /// Ends the process by SIGKILL.
  func kill() {
    guard isRunning else { return }
    isRunning = false
    Glibc.kill(process, SIGKILL)
    _ = Launch.wait(for: process)
  }
}
