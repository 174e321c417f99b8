/// Where a file or folder lies that a script may reach.
public struct FilePlace: Sendable, Hashable {
  /// What is granted: a folder, or this file itself. Absolute, and without links.
  public let root: String
  /// The names of the folders below the root and of the file; none: the root itself is meant.
  public let steps: [String]

  public init(root: String, steps: [String]) {
    self.root = root
    self.steps = steps
  }

  public var path: String { (root == "/" ? "" : root) + steps.map { "/" + $0 }.joined() }
}
