/// The location of a file or folder that a script may access.
public struct FilePlace: Sendable, Hashable {
  /// The granted folder, or the granted file itself: an absolute path without links.
  public let root: String
  /// The path components below the root; empty for the root itself.
  public let steps: [String]

  public init(root: String, steps: [String]) {
    self.root = root
    self.steps = steps
  }

  public var path: String { (root == "/" ? "" : root) + steps.map { "/" + $0 }.joined() }
}
