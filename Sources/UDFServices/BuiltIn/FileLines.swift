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

  /// Some lines without their ends, none at the end of the file.
  package mutating func next() throws(FileProblem) -> [Value] {
    var lines: [Value] = []
    while true {
      while lines.count < 512, let end = lineEnd() {
        lines.append(value(start..<end))
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
      return buffer.isEmpty ? [] : [value(0..<buffer.count)]
    }
  }

  private func lineEnd() -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + start, 0x0A, bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
  }

  private func value(_ range: Range<Int>) -> Value {
    buffer.withUnsafeBytes { bytes in
      let line = UnsafeRawBufferPointer(rebasing: bytes[range])
      return String(utf8: line).map(Value.string) ?? .bytes([UInt8](line))
    }
  }
}
