import LuaRuntime
import Platform

/// The lines of a file, some at a time.
package struct FileLines: Sendable {
  private let file: any OpenFile
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The last line has no end, and was given.
  package private(set) var isTorn = false

  /// - Parameter limit: the bytes that one line may have.
  package init(_ file: any OpenFile, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// Returns some lines without their ends, none at the end of the file.
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
      // What lies in the buffer is bounded, and so is what is given at once.
      if !lines.isEmpty || isAtEnd { return lines }
      buffer.removeSubrange(..<start)
      start = 0
      guard buffer.count <= limit else { throw .tooLarge("bytes in a line", limit: limit) }
      // Ever more of a long line, lest it is looked through again for each bit of it.
      let more = try file.read(max(1 << 16, buffer.count))
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
