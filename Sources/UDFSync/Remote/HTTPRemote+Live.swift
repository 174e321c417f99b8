import UDFNetwork

extension HTTPRemote {
  /// Seconds without a byte after which a stream counts as broken: the server sends a comment every 15 seconds.
  public static let stallLimit = 45.0

  /// Opens `live` below the address; nil if the server has no such path (404, 405, 406, 501).
  public func live(_ request: PullRequest) async throws(RemoteFailure) -> LivePages? {
    var message = try await message("live?\(query(of: request))")
    let live = HTTPRequest(events: message.url, stallLimit: Self.stallLimit)
    message.headers["Accept"] = live.headers["Accept"]
    message.progressTimeout = live.progressTimeout
    let stream: HTTPStream
    /// The whole answer where it is no stream.
    var response: HTTPResponse?
    do throws(HTTPFailure) {
      stream = try await http.stream(message)
      if stream.status != 200 { response = try await stream.response(to: message) }
    } catch {
      throw RemoteFailure(error)
    }
    if let response {
      if [404, 405, 406, 501].contains(response.status) { return nil }
      throw RemoteFailure(response, to: message, expires: true, schema: request.schema)
    }
    guard stream.isEventStream else {
      let type = stream.headers["Content-Type"].map { "\"\($0)\"" } ?? "absent"
      throw RemoteFailure(garbled: "expected the Content-Type \"text/event-stream\", got \(type)", in: message)
    }
    let reader = LiveReader(stream, to: message, key: key)
    return LivePages { () async throws(RemoteFailure) in try await reader.next() }
  }
}
