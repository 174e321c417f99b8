/// The files that there are; which of them a script may reach is settled before, from ``Grant``s.
///
/// All may be called on any thread, and may take their time.
public protocol FileStore: Sendable {
  /// An absolute path without links and dots, nil if nothing is there.
  func realPath(_ path: String) -> String?
  /// Opens a regular file to read it.
  func open(_ place: FilePlace) throws(FileProblem) -> any OpenFile
  /// Makes a file hold these bytes: all of them or, after a failure or a crash, what it held before. Folders that are not
  /// there are made.
  func write(_ bytes: [UInt8], to place: FilePlace) throws(FileProblem)
  /// Puts bytes at the end of a file, which is made if it is not there.
  func append(_ bytes: [UInt8], to place: FilePlace) throws(FileProblem)
  /// What is in a folder, at most `limit` names in byte order; those of folders end with a slash.
  func names(in place: FilePlace, limit: Int) throws(FileProblem) -> [String]
  func remove(_ place: FilePlace) throws(FileProblem)
}
