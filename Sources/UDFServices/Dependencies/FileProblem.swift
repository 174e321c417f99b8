/// Why nothing came of reading or writing a file.
public enum FileProblem: Error, Equatable {
  case notFound
  /// A folder, a pipe, a device.
  case notAFile
  case notAFolder
  /// A link stands where there was none when it was asked whether a script may go there.
  case link
  /// More of the thing, in the unit, than is taken.
  case tooLarge(String, limit: Int)
  /// What the system says, of what was tried: `cannot be written`, `No space left on device`.
  case failed(String, reason: String)
}
