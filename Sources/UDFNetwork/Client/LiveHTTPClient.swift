import Synchronization

/// Sends requests over the network, HTTP/1.1 with or without TLS, to the hosts that they may go to.
///
/// Connections are kept for the next request to the same host, at most eight, for a minute. The first request makes what
/// they need, one thread; it goes when the client has, or was ``shutdown()``, and the last request has ended.
///
///     let http = LiveHTTPClient()
///     let response = try await http.send(HTTPRequest("http://localhost:8080/users"))
///     await http.shutdown()
public final class LiveHTTPClient: HTTPClient {
  private enum State {
    case unused
    case open(Transport)
    case shutDown
  }

  private let state = Mutex(State.unused)

  public init() {}

  public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let redirect = try Redirect(request)
    guard let transport = open() else { throw .shutDown(request) }
    return try await withTaskGroup(of: Result<HTTPResponse, HTTPFailure>.self) { group in
      group.addTask {
        do throws(HTTPFailure) {
          return .success(try await transport.send(redirect))
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        // Beyond some decades a clock need not go.
        let isOver: Void? = try? await Task.sleep(for: .seconds(min(request.timeout, 1e9)))
        return .failure(isOver == nil ? .cancelled(request) : .timeout(request))
      }
      let first = await group.next() ?? .failure(.cancelled(request))
      group.cancelAll()
      return first
    }.get()
  }

  /// Cancels what is under way and returns when all connections are closed. A request after that fails.
  public func shutdown() async {
    let transport: Transport? = state.withLock { state in
      defer { state = .shutDown }
      guard case .open(let transport) = state else { return nil }
      return transport
    }
    await transport?.shutdown()
  }

  private func open() -> Transport? {
    state.withLock { state in
      switch state {
      case .unused:
        let transport = Transport()
        state = .open(transport)
        return transport
      case .open(let transport): return transport
      case .shutDown: return nil
      }
    }
  }
}
