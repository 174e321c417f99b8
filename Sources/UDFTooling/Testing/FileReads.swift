/// The files that the tests of one file have read.
final class FileReads {
  private let folder: String
  /// The hashes by absolute path; 0 for a file that was searched but does not exist.
  private(set) var hashes: [String: UInt64] = [:]

  init(_ folder: String) { self.folder = folder }

  /// Adds files with paths relative to the folder.
  func add(_ read: [String: UInt64]) {
    for (file, hash) in read { hashes["\(folder)/\(file)"] = hash }
  }
}
