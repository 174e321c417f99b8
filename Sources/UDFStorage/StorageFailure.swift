/// Why a stored file could not be read or written.
public struct StorageFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The file is damaged, or a file of another kind. Putting it aside and starting with a new one helps.
    case corrupt
    /// A later version wrote the file. It stays as it is.
    case newer
    /// The disk is full.
    case full
    /// Another process, or another owner in this process, has the file open.
    case busy
    /// The file or its folder may not be written.
    case readOnly
    /// Any other error of the disk.
    case failed
  }

  public var code: Code
  /// `file: what is wrong; how to fix it`.
  public var message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
