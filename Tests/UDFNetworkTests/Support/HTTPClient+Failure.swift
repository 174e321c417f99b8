import UDFNetwork

extension HTTPClient {
  /// The failure of a request; nil if it succeeds.
  func failure(of request: HTTPRequest) async -> HTTPFailure? {
    do throws(HTTPFailure) {
      _ = try await send(request)
      return nil
    } catch {
      return error
    }
  }

  /// The failure of a streamed request or of reading its body; nil if both succeed.
  func streamFailure(of request: HTTPRequest) async -> HTTPFailure? {
    do throws(HTTPFailure) {
      for try await _ in try await stream(request).body {}
      return nil
    } catch {
      return error
    }
  }
}
