/// A file that was written for an editor, or that had been there as it should be.
public struct AnnotationFile: Sendable, Equatable {
  /// Absolute.
  public let path: String
  /// Whether it had to be written.
  public let isNew: Bool
}
