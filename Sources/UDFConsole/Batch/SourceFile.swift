import UDFHost

/// A file of Lua given with `-f`.
enum SourceFile {
  /// The text; a first line that begins with `#` is emptied, as Lua does with files.
  static func read(_ path: String) throws(HostError) -> String {
    guard let file = fopen(path, "rb") else {
      throw HostError(code: "usage", message: "\(path): cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
    guard ferror(file) == 0 else {
      throw HostError(code: "usage", message: "\(path): cannot be read: \(String(cString: strerror(errno)))")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.first == UInt8(ascii: "#") {
      bytes.removeFirst(bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
