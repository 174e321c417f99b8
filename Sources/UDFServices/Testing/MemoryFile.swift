import Platform
import UDF

/// A file in memory that is being read.
final class MemoryFile: OpenFile {
  private let rest: Guarded<ArraySlice<UInt8>>
  let size: Int64

  init(_ bytes: [UInt8]) {
    rest = Guarded(bytes[...])
    size = Int64(bytes.count)
  }

  func read(_ count: Int) -> [UInt8] {
    rest.withLock { rest in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}
