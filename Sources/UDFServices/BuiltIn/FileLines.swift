import LuaRuntime
import Platform

/// Reads the lines of a file in batches.
package struct FileLines: Sendable {
  private let file: any OpenFile
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// Whether the last line, which was returned, has no line end.
  package private(set) var isTorn = false

  /// - Parameter limit: the maximum bytes of a line.
  package init(_ file: any OpenFile, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// Returns some lines without their line ends; none at the end of the file.
  package mutating func next() throws(FileProblem) -> [Value] {
    try next { line in String(utf8: line).map(Value.string) ?? .bytes([UInt8](line)) }
  }

  /// Returns some lines as bytes.
  package mutating func nextBytes() throws(FileProblem) -> [[UInt8]] { try next { [UInt8]($0) } }

  private mutating func next<Line>(_ make: (UnsafeRawBufferPointer) -> Line) throws(FileProblem) -> [Line] {
    func line(_ range: Range<Int>) -> Line {
      buffer.withUnsafeBytes { make(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
    var lines: [Line] = []
    while true {
      while lines.count < 512, let end = lineEnd() {
        lines.append(line(start..<end))
        start = end + 1
      }
      // Returns the lines in the buffer before it reads more, so that both the buffer and a batch are bounded.
      if !lines.isEmpty || isAtEnd { return lines }
      buffer.removeSubrange(..<start)
      start = 0
      guard buffer.count <= limit else { throw .tooLarge("bytes in a line", limit: limit) }
      // Doubles the read size for a long line, because each read searches the whole buffer for a line end.
      let more = try file.read(max(1 << 16, buffer.count))
      try MemoryCharge.forFile(3 * more.count)
      buffer += more
      guard more.isEmpty else { continue }
      isAtEnd = true
      isTorn = !buffer.isEmpty
      return buffer.isEmpty ? [] : [line(0..<buffer.count)]
    }
  }

  private func lineEnd() -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + start, 0x0A, bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
  }
}
