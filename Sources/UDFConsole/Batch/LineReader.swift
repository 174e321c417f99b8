import Platform

/// Reads the lines of a file descriptor without their line breaks. The last line counts even without a line break.
struct LineReader {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The system's error number if reading has failed; 0: it has not.
  private(set) var failure: Int32 = 0

  init(descriptor: Int32 = STDIN_FILENO) { self.descriptor = descriptor }

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
    let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, count in
      var answer = 0
      repeat { answer = read(descriptor, bytes.baseAddress, bytes.count) } while answer < 0 && errno == EINTR
      if answer < 0 { failure = errno }
      count = max(0, answer)
    }
    buffer += piece
    return !piece.isEmpty
  }
}
