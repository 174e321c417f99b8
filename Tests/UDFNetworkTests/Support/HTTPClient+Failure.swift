import UDFNetwork

extension HTTPClient {
  /// Why a request fails; nil if it does not.
  func failure(of request: HTTPRequest) async -> HTTPFailure? {
    do throws(HTTPFailure) {
      _ = try await send(request)
      return nil
    } catch {
      return error
    }
  }
}
