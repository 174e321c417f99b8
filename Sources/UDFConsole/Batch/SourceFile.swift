import Platform
import UDFHost

/// A file of Lua given with `-f`.
enum SourceFile {
  /// The text; a first line that begins with `#` is emptied, as Lua does with files.
  static func read(_ path: String) throws(HostError) -> String {
    guard let content = readFile(path) else {
      throw HostError(code: "usage", message: "\(path): cannot be read: \(String(cString: strerror(errno)))")
    }
    var bytes = ByteOrderMark.removed(from: content)
    if bytes.first == UInt8(ascii: "#") {
      bytes.removeFirst(bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
