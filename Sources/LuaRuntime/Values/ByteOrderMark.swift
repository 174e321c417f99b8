/// The mark that some editors begin a file with, and that nobody sees.
package enum ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The content of a file without it.
  package static func removed(from content: [UInt8]) -> [UInt8] {
    content.starts(with: bytes) ? Array(content.dropFirst(bytes.count)) : content
  }
}
