import Platform
import UDFCommands
import UDFHost
import UDFServices

/// A Lua file that was given with `-f`.
enum SourceFile {
  /// Returns the text. A first line that starts with `#` is replaced by an empty line, as Lua does with files.
  static func read(_ path: String) throws(HostError) -> String {
    var bytes = ByteOrderMark.removed(from: try content(path))
    if bytes.first == UInt8(ascii: "#") {
      bytes.removeFirst(bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
    }
    return try text(bytes, name: path)
  }

  private static func content(_ path: String) throws(HostError) -> [UInt8] {
    let file = UserFile(path)
    let descriptor = descriptor(path)
    do throws(FileProblem) {
      if let descriptor { return try bytes(from: descriptor) }
      return try file.read(limit: AppFiles.sourceLimit)
    } catch {
      let hint = "To read what comes from a pipe, give -f - and send it to standard input."
      throw file.error(error, descriptor == nil ? hint : "It was not run.")
    }
  }

  /// The open file that a path names. Shells replace `<(command)` by such a path.
  private static func descriptor(_ path: String) -> Int32? {
    if path == "/dev/stdin" { return STDIN_FILENO }
    return path.hasPrefix("/dev/fd/") ? Int32(path.dropFirst("/dev/fd/".count)) : nil
  }

  private static func bytes(from descriptor: Int32) throws(FileProblem) -> [UInt8] {
    guard let input = Descriptor(duplicating: descriptor) else { throw unreadable }
    var bytes: [UInt8] = []
    while bytes.count <= AppFiles.sourceLimit {
      guard let more = input.next(1 << 16) else { throw unreadable }
      if more.isEmpty { return bytes }
      bytes += more
    }
    throw .tooLarge("bytes", limit: AppFiles.sourceLimit)
  }

  private static var unreadable: FileProblem { .failed("cannot be read", reason: String(cString: strerror(errno))) }

  /// Returns Lua source as text. Throws if it has bytes that are not UTF-8, which a text would not keep.
  ///
  /// - Parameter line: the number of the first line.
  static func text(_ bytes: [UInt8], name: String, line: Int = 1) throws(HostError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let bad = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw HostError(
      code: "syntax", at: ScriptPosition(file: name, line: line + bad), "this line is not UTF-8",
      notes: ["It was not run.", #"To fix this, send UTF-8, and write other bytes as escapes: "\xFF""#])
  }
}
