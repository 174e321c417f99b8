import UDFStorage

/// An action that a host appends, as bytes. The log never reads the bytes.
public struct LogAction: Sendable, Hashable {
  /// The maximum size of an action in bytes, of body and stamp together.
  public static let sizeLimit = 4 << 20

  /// The entry that caused this one; nil: a user did.
  public var cause: EntryName?
  /// The values that were not deterministic when the action was made: time, random numbers, ids.
  public var stamp: [UInt8]
  public var body: [UInt8]

  public init(_ body: [UInt8], stamp: [UInt8] = [], cause: EntryName? = nil) {
    self.body = body
    self.stamp = stamp
    self.cause = cause
  }

  /// Returns a digest of 16 hexadecimal digits of the whole entry.
  func digest(_ name: EntryName) -> String {
    var checksum = Checksum()
    checksum.add(name.host)
    checksum.add(name.number)
    checksum.add(cause?.host ?? "")
    checksum.add(cause?.number ?? 0)
    stamp.withUnsafeBytes { checksum.add($0) }
    body.withUnsafeBytes { checksum.add($0) }
    return checksum.hexadecimal
  }
}
