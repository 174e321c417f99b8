/// The files that the tests of one file have read, all in all.
final class FileReads {
  private let folder: String
  /// By absolute path; 0 for a file that was looked for and is not there.
  private(set) var hashes: [String: UInt64] = [:]

  init(_ folder: String) { self.folder = folder }

  /// Takes note of files relative to the folder.
  func add(_ read: [String: UInt64]) {
    for (file, hash) in read { hashes["\(folder)/\(file)"] = hash }
  }
}
