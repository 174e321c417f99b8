/// The reason why a file cannot be read or written.
public enum FileProblem: Error, Equatable {
  case notFound
  /// The path is a folder, a pipe or a device.
  case notAFile
  case notAFolder
  /// The path contains a link that did not exist when the access was checked, or a link to a missing file.
  case link
  /// The path, or the target of a link in it, is outside of the folder that it must stay in.
  case outside
  /// The size exceeds a limit, in the given unit, such as `bytes`.
  case tooLarge(String, limit: Int)
  /// A system call failed. The operation and the system's reason, such as `cannot be written` and `No space left on device`.
  case failed(String, reason: String)
}
