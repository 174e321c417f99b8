/// A server's whole answer.
///
///     let response = HTTPResponse(status: 200, body: Array("[]".utf8))
public struct HTTPResponse: Sendable, Equatable {
  public var status: Int
  public var headers: HTTPHeaders
  /// The bytes as they came: neither decompressed nor decoded.
  public var body: [UInt8]
  /// Where the answer came from: after redirects another address than the one that was asked.
  public var url: String

  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String = "") {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }
}
