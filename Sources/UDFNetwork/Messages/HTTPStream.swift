import Platform

/// A response whose body is read while it arrives.
///
///     let stream = try await http.stream(HTTPRequest("https://api.example.com/events", timeout: .infinity))
///     for try await chunk in stream.body { print(chunk.count) }
public struct HTTPStream: Sendable {
  public var status: Int
  public var headers: HTTPHeaders
  /// The URL that responded. After redirects it differs from the URL of the request.
  public var url: String
  public var body: HTTPBody

  public init(status: Int, headers: HTTPHeaders = [:], url: String = "", body: HTTPBody) {
    self.status = status
    self.headers = headers
    self.url = url
    self.body = body
  }

  /// Makes a stream from a complete response.
  public init(_ response: HTTPResponse) {
    self.init(
      status: response.status, headers: response.headers, url: response.url, body: HTTPBody(response.body))
  }

  /// Reads the whole body. Throws as soon as its size, or the size in `Content-Length`, exceeds `maxBytes`, and if the memory
  /// limit of the app host is reached.
  package func response(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let limit = min(request.maxBytes, HTTPRequest.maxBytesLimit)
    // A response without a body may still have a Content-Length.
    let hasBody = request.method != "HEAD" && status != 204 && status != 304
    if hasBody, let length = headers["Content-Length"], Int(length) ?? .max > limit { throw .tooLarge(request) }
    var response = HTTPResponse(status: status, headers: headers, url: url)
    for try await chunk in body {
      guard response.body.count + chunk.count <= limit else { throw .tooLarge(request) }
      do throws(MemoryShortage) { try MemoryCharge.current?.add(2 * chunk.count) } catch {
        throw .memory(request, error)
      }
      response.body.append(contentsOf: chunk)
    }
    return response
  }
}
