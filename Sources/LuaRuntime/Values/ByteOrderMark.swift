/// The byte order mark that some editors write at the start of a file.
package enum ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns a file's content without the mark.
  package static func removed(from content: [UInt8]) -> [UInt8] {
    content.starts(with: bytes) ? Array(content.dropFirst(bytes.count)) : content
  }
}
