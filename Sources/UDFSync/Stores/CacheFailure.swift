/// Why a cache could not be read or written.
public struct CacheFailure: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// It is damaged, or something else: ``CacheStore/quarantine()`` helps.
    case corrupt
    /// It was made by later code, and is left as it is.
    case newer
    /// There is no room on the disk.
    case full
    /// Somebody else holds it.
    case busy
    /// It may not be written.
    case readOnly
    /// Anything else that a disk does.
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
