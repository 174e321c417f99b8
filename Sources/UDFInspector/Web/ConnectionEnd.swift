/// The reason why the server closes a page's connection.
struct ConnectionEnd: Error {
  /// A close code of RFC 6455.
  let status: UInt16
  let reason: String

  /// The page has sent a message that it must not send.
  static func violation(_ reason: String) -> ConnectionEnd { ConnectionEnd(status: 1008, reason: reason) }
  static func malformed(_ reason: String) -> ConnectionEnd { ConnectionEnd(status: 1002, reason: reason) }
}
