/// The reason why a stored file could not be read or written.
public struct StorageFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The file is damaged, or is not a file of the expected kind. Move it away to start with a new one.
    case corrupt
    /// A newer version of the app wrote the file. The file is not changed.
    case newer
    /// The disk is full.
    case full
    /// Another process, or another owner in this process, has the file open.
    case busy
    /// The file or its folder may not be written.
    case readOnly
    /// The content does not fit into the memory limit.
    case memory
    /// Any other error.
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
