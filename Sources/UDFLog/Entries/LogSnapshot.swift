import UDFStorage

/// The state after the entries up to a place, as bytes. The log never reads the bytes.
public struct LogSnapshot: Sendable, Hashable {
  public var place: LogPlace
  /// The epoch of the log from which it was made.
  public var epoch: String
  /// The hash of the reducers that made it.
  public var reducers: String
  public var body: [UInt8]

  public init(_ place: LogPlace, epoch: String, reducers: String, body: [UInt8]) {
    self.place = place
    self.epoch = epoch
    self.reducers = reducers
    self.body = body
  }

  /// 16 hexadecimal digits that depend on the bytes of a state.
  public static func digest(of body: [UInt8]) -> String {
    var checksum = Checksum()
    body.withUnsafeBytes { checksum.add($0) }
    return checksum.hexadecimal
  }
}
