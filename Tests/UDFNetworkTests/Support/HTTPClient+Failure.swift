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

  /// Why a streamed request, or the reading of its body, fails; nil if it does not.
  func streamFailure(of request: HTTPRequest) async -> HTTPFailure? {
    do throws(HTTPFailure) {
      for try await _ in try await stream(request).body {}
      return nil
    } catch {
      return error
    }
  }
}
