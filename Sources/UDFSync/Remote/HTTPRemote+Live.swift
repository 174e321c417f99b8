import UDFNetwork

extension HTTPRemote {
  /// Opens `live` below the address; nil if the server has no such path (404, 405, 406, 501).
  public func live(_ request: PullRequest) async throws(RemoteFailure) -> LivePages? { try await live(request, nil) }

  public func live(_ request: PullRequest, progress: RemoteProgress) async throws(RemoteFailure) -> LivePages? {
    try await live(request, .some(progress))
  }

  private func live(
    _ request: PullRequest, _ progress: RemoteProgress?
  ) async throws(RemoteFailure) -> LivePages? {
    var message = try await message("live?\(query(of: request))")
    message.headers["Accept"] = "text/event-stream"
    message.staysOpen = true
    message.progressTimeout = LivePages.longestSilence
    if let progress { message.report(to: progress) }
    let stream = try await stream(message)
    guard stream.status == 200 else {
      if [404, 405, 406, 501].contains(stream.status) { return nil }
      let response = try await whole(stream, of: message)
      throw RemoteFailure(response, to: message, expires: true, schemas: request.schemas)
    }
    guard stream.isEventStream else {
      let type = stream.headers["Content-Type"].map { "\"\($0)\"" } ?? "absent"
      throw RemoteFailure(garbled: "expected the Content-Type \"text/event-stream\", got \(type)", in: message)
    }
    let reader = LiveReader(stream, to: message, of: database)
    return LivePages { () async throws(RemoteFailure) in try await reader.next() }
  }
}
