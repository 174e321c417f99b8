/// A file for an editor, which was written or was already up to date.
public struct AnnotationFile: Sendable, Equatable {
  /// The absolute path.
  public let path: String
  /// Whether the file was written.
  public let isNew: Bool
}
