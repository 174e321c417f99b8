import UDFCommands
import UDFHost
import UDFServices

/// A Lua file that was given with `-f`.
enum SourceFile {
  /// Returns the text. A first line that starts with `#` is replaced by an empty line, as Lua does with files.
  static func read(_ path: String) throws(HostError) -> String {
    let file = UserFile(path)
    let content: [UInt8]
    do throws(FileProblem) { content = try file.read(limit: AppFiles.sourceLimit) } catch {
      throw file.error(error, "To read what comes from a pipe, give -f - and send it to standard input.")
    }
    var bytes = ByteOrderMark.removed(from: content)
    if bytes.first == UInt8(ascii: "#") {
      bytes.removeFirst(bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
