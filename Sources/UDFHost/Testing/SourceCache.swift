/// What the files of a run hold, each read once.
final class SourceCache {
  private var contents: [String: [UInt8]] = [:]

  /// nil if it cannot be read.
  func read(_ path: String) -> [UInt8]? {
    if let content = contents[path] { return content }
    let content = readFile(path)
    contents[path] = content
    return content
  }
}
