import Dispatch
import Glibc
import Testing

/// One run of the command without a terminal.
struct Batch {
  let code: Int32?
  let output: String
  let error: String

  /// Runs to the end with `input` as standard input, and waits for effects as long as a slow machine needs, unless
  /// `--settle` is among the arguments. A run that hangs is killed after twenty minutes.
  ///
  /// `whenStarted` is called as soon as the first line is on standard output.
  init(
    _ folder: AppFolder, _ arguments: String..., input: String = "", app: String? = nil,
    in place: String? = nil, environment: [String: String] = [:], afterFirstLine: ((pid_t) -> Void)? = nil
  ) throws {
    try self.init(
      folder, arguments: arguments, input: input, app: app, in: place, environment: environment,
      afterFirstLine: afterFirstLine)
  }

  init(
    _ folder: AppFolder, arguments: [String], program: String? = nil, input: String = "", app: String? = nil,
    in place: String? = nil, environment: [String: String] = [:], afterFirstLine: ((pid_t) -> Void)? = nil
  ) throws {
    let inputPath = folder.write("stdin.txt", input)
    let stdin = open(inputPath, O_RDONLY | O_CLOEXEC)
    let pipe = Launch.pipe()
    let errorPath = folder.write("stderr.txt", "")
    let stderr = open(errorPath, O_WRONLY | O_TRUNC | O_CLOEXEC)
    // An argument that is not a path is the name of a subcommand.
    let isApp = app?.contains("/") ?? true
    let patience = isApp && !arguments.contains("--settle") ? ["--settle", "600"] : []
    let process = try Launch.spawn(
      program == nil ? [app ?? folder.app] + patience + arguments : arguments, of: program ?? Launch.command,
      environment: Launch.environment(folder.path, adding: environment),
      folder: place, input: stdin, output: pipe.writing, error: stderr)
    for descriptor in [stdin, pipe.writing, stderr] { close(descriptor) }
    let guardian = DispatchWorkItem {
      Issue.record("udfhost \(arguments) hung, and was killed")
      kill(process, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1200, execute: guardian)
    output = Self.readAll(pipe.reading) { afterFirstLine?(process) }
    code = Launch.wait(for: process)
    guardian.cancel()
    error = folder.read("stderr.txt")
  }

  /// Runs a command line of a shell in the folder, in which `udfhost` is the command.
  init(_ folder: AppFolder, command: String) throws {
    let bin = folder.path + "/.bin"
    mkdir(bin, 0o700)
    symlink(Launch.command, bin + "/udfhost")
    let path = "\(bin):\(getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")"
    try self.init(
      folder, arguments: ["-c", command], program: "/bin/sh", in: folder.path, environment: ["PATH": path])
  }

  var errorLines: [String] { error.split(separator: "\n").map(String.init) }

  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The lines of `--json` after the first, which has the state.
  var answers: [String] { lines.first?.hasPrefix(#"{"kind":"state""#) ?? false ? Array(lines.dropFirst()) : lines }

  static func readAll(_ descriptor: Int32, onFirstLine: () -> Void = {}) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var isFirst = true
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      bytes += piece[..<count]
      if isFirst, bytes.contains(UInt8(ascii: "\n")) {
        isFirst = false
        onFirstLine()
      }
    }
    close(descriptor)
    return String(decoding: bytes, as: UTF8.self)
  }
}
