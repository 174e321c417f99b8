import Platform

/// Reads the lines of standard input without their line breaks. The last line counts even without a line break.
struct LineReader {
  private let input = Descriptor(duplicating: STDIN_FILENO)
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The system's error number if reading has failed; 0: it has not.
  private(set) var failure: Int32 = 0

  mutating func next() -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      searched = buffer.count - start
      buffer.removeFirst(start)
      start = 0
      if isAtEnd || !fill() {
        isAtEnd = true
        defer { buffer = [] }
        return buffer.isEmpty ? nil : buffer
      }
    }
  }

  private mutating func fill() -> Bool {
    guard let piece = input?.next(1 << 16) else {
      failure = input == nil ? EBADF : errno
      return false
    }
    buffer += piece
    return !piece.isEmpty
  }
}
