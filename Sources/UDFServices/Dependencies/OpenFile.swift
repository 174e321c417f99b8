/// A file that is open for reading.
public protocol OpenFile: Sendable {
  /// The size in bytes at the time of opening.
  var size: Int64 { get }
  /// Reads at most `count` bytes; returns an empty array at the end.
  func read(_ count: Int) throws(FileProblem) -> [UInt8]
}
