import Platform
import UDF
import UDFHost

/// What the files of a run hold, each read once, whichever thread asks for it.
final class SourceCache: Sendable {
  private let contents = Guarded<[String: [UInt8]]>([:])

  /// nil if it cannot be read.
  func read(_ path: String) -> [UInt8]? {
    contents.withLock { contents in
      if let content = contents[path] { return content }
      let content = readFile(path)
      contents[path] = content
      return content
    }
  }
}
