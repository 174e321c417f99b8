import Platform

/// Files that are read and written as a whole.
enum WholeFile {
  static func read(_ path: String) throws(CacheFailure) -> [UInt8] {
    guard let bytes = Descriptor(path, O_RDONLY)?.rest else { throw .system(path) }
    return bytes
  }

  /// Puts a file in the place of the one that is there, if any; it is on the disk when this returns.
  static func write(_ bytes: [UInt8], to path: String) throws(CacheFailure) {
    let draft = "\(path).draft"
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    guard let file = Descriptor(draft, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600), file.put(bytes), file.sync(),
      rename(draft, path) == 0, let folder = Descriptor(folder, O_RDONLY | O_DIRECTORY), folder.sync()
    else {
      let failure = CacheFailure.system(path)
      // Half a file would only take the room that is wanting.
      unlink(draft)
      throw failure
    }
  }
}
