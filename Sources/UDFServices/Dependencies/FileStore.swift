/// Reads and writes files. The caller has already checked ``Grant``s for the script's access.
///
/// All methods may be called on any thread, and may block.
public protocol FileStore: Sendable {
  /// The absolute path without links and dots; nil if nothing exists at the path.
  func realPath(_ path: String) -> String?
  /// Opens a regular file for reading.
  func open(_ place: FilePlace) throws(FileProblem) -> any OpenFile
  /// Replaces the content of a file atomically: after a failure or a crash, the file has its old content. Makes missing
  /// folders.
  func write(_ bytes: [UInt8], to place: FilePlace) throws(FileProblem)
  /// Appends bytes to a file. Makes the file if it is missing.
  func append(_ bytes: [UInt8], to place: FilePlace) throws(FileProblem)
  /// The names in a folder, in byte order; names of folders end with a slash. Throws if there are more than `limit` names.
  func names(in place: FilePlace, limit: Int) throws(FileProblem) -> [String]
  func remove(_ place: FilePlace) throws(FileProblem)
}
