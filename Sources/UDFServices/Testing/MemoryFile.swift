import Platform
import UDF

/// A file in memory that is open for reading.
package final class MemoryFile: OpenFile {
  private let rest: Guarded<ArraySlice<UInt8>>
  package let size: Int64

  package init(_ bytes: [UInt8]) {
    rest = Guarded(bytes[...])
    size = Int64(bytes.count)
  }

  package func read(_ count: Int) -> [UInt8] {
    rest.withLock { rest in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}
