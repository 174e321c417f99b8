/// A file that is being read.
public protocol OpenFile: Sendable {
  /// Bytes, when it was opened.
  var size: Int64 { get }
  /// The next bytes, at most `count`; none at the end.
  func read(_ count: Int) throws(FileProblem) -> [UInt8]
}
