#if HTTP
  internal import AsyncHTTPClient
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix

  /// The connections of a client, and the thread they live on, which must outlive every request: who sends one holds this.
  final class Transport: Sendable {
    private let client: AsyncHTTPClient.HTTPClient
    private let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    init() {
      var configuration = AsyncHTTPClient.HTTPClient.Configuration()
      // Redirects are followed here, where hosts are checked; what may take how long is the request's to say.
      configuration.redirectConfiguration = .disallow
      configuration.timeout.connect = .hours(24)
      configuration.connectionPool.retryConnectionEstablishment = false
      configuration.httpVersion = .http1Only
      client = AsyncHTTPClient.HTTPClient(eventLoopGroupProvider: .shared(threads), configuration: configuration)
    }

    deinit {
      // Not waited for: the last to let go may be anyone. A client that was shut down before only says so.
      Task { [client, threads] in
        try? await client.shutdown()
        try? await threads.shutdownGracefully()
      }
    }

    /// Cancels what is under way and closes all connections.
    func shutdown() async { try? await client.shutdown() }

    func send(_ redirect: Redirect) async throws(HTTPFailure) -> HTTPResponse {
      var redirect = redirect
      while true {
        // What the layers below are told of a cancellation could come too late to keep them from sending.
        guard !Task.isCancelled else { throw .cancelled(redirect.request) }
        let response = try await exchange(redirect.request, at: redirect.address)
        guard try redirect.follow(response) else { return response }
      }
    }

    private func exchange(_ request: HTTPRequest, at address: HTTPAddress) async throws(HTTPFailure) -> HTTPResponse {
      var message = HTTPClientRequest(url: address.text)
      message.method = HTTPMethod(rawValue: request.method)
      for field in request.headers.fields { message.headers.add(name: field.name, value: field.value) }
      if !request.body.isEmpty { message.body = .bytes(ByteBuffer(bytes: request.body)) }
      let answer: HTTPClientResponse
      do {
        answer = try await client.execute(message, deadline: .distantFuture)
      } catch {
        throw HTTPFailure(request, at: address, error)
      }
      var response = HTTPResponse(status: Int(answer.status.code), url: address.text)
      for field in answer.headers { response.headers.add(field.name, field.value) }
      do {
        for try await part in answer.body {
          guard response.body.count + part.readableBytes <= request.maxBytes else {
            throw HTTPFailure.tooLarge(request)
          }
          response.body.append(contentsOf: part.readableBytesView)
        }
      } catch let failure as HTTPFailure {
        throw failure
      } catch {
        throw HTTPFailure(request, at: address, error, after: response)
      }
      return response
    }
  }
#endif
