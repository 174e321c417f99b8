/// A complete response of a server.
///
///     let response = HTTPResponse(status: 200, body: Array("[]".utf8))
public struct HTTPResponse: Sendable, Equatable {
  public var status: Int
  public var headers: HTTPHeaders
  /// The bytes as received, neither decompressed nor decoded.
  public var body: [UInt8]
  /// The URL that responded. After redirects it differs from the URL of the request.
  public var url: String

  public init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], url: String = "") {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
  }
}
