/// A server's answer whose body is read while it comes.
///
///     let stream = try await http.stream(HTTPRequest("https://api.example.com/events", timeout: .infinity))
///     for try await chunk in stream.body { print(chunk.count) }
public struct HTTPStream: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  /// The address that answered: after redirects another than the one that was asked.
  public var url: String
  public var body: HTTPBody

  public init(status: Int, headers: HTTPHeaders = [:], url: String = "", body: HTTPBody) {
    self.status = status
    self.headers = headers
    self.url = url
    self.body = body
  }

  /// Makes a stream of a whole answer.
  public init(_ response: HTTPResponse) {
    self.init(
      status: response.status, headers: response.headers, url: response.url, body: HTTPBody(response.body))
  }

  /// Reads the whole body; throws as soon as it is, or is announced to be, larger than the request allows.
  package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let limit = min(request.maxBytes, HTTPRequest.maxBytesLimit)
    // Such answers give the length of a body that does not follow.
    let hasBody = request.method != "HEAD" && status != 204 && status != 304
    if hasBody, let length = headers["Content-Length"], Int(length) ?? .max > limit { throw .tooLarge(request) }
    var response = HTTPResponse(status: status, headers: headers, url: url)
    for try await chunk in body {
      guard response.body.count + chunk.count <= limit else { throw .tooLarge(request) }
      response.body.append(contentsOf: chunk)
    }
    return response
  }
}
