#if HTTP
  internal import AsyncHTTPClient
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  extension HTTPFailure {
    /// What an error of the layers below means for a request; `response` is what had come of the answer, if its head had.
    init(_ request: HTTPRequest, at address: HTTPAddress, _ error: any Error, after response: HTTPResponse? = nil) {
      switch error {
      case is CancellationError:
        self = .cancelled(request)
      case let error as HTTPClientError where error == .cancelled:
        self = Task.isCancelled ? .cancelled(request) : .shutDown(request)
      case let error as HTTPClientError where error == .alreadyShutdown:
        self = .shutDown(request)
      case HTTPParserError.headerOverflow:
        self.init(
          .tooLarge, request, "the answer has too many headers, or too large ones",
          fix: "let the server send fewer: at most 256, each of at most 80 KiB")
      case let error as HTTPParserError where error != .invalidEOFState:
        self.init(
          .badResponse, request, "the answer is no proper HTTP (\(error))",
          fix: "see whether it is an HTTP server that listens at \(address.authority)")
      case _ where response != nil:
        self = .truncated(request, response)
      case let error as NIOConnectionError:
        self =
          error.connectionErrors.first.map { .broken(request, at: address, $0.error) } ?? .noAddress(request, address)
      case let error as HTTPClientError where error != .remoteConnectionClosed:
        self.init(.badRequest, request, "it cannot be sent (\(error.shortDescription))", fix: "correct the request")
      default:
        self = .broken(request, at: address, error)
      }
    }

    private static func truncated(_ request: HTTPRequest, _ response: HTTPResponse?) -> HTTPFailure {
      let count = response?.body.count ?? 0
      let stated = response?.headers["Content-Length"].map { ", and Content-Length states \($0)" } ?? ""
      return HTTPFailure(
        .truncated, request, "the body broke off after \(count) bytes\(stated)",
        fix: "see the server's log, and send it again if that does no harm")
    }

    private static func noAddress(_ request: HTTPRequest, _ address: HTTPAddress) -> HTTPFailure {
      HTTPFailure(
        .dns, request, "there is no address for \(address.host)",
        fix: "correct the name, or see whether the network is up")
    }

    private static func broken(_ request: HTTPRequest, at address: HTTPAddress, _ error: any Error) -> HTTPFailure {
      // The rest of such a text is where in its own source BoringSSL met it.
      let text = "\(error)"
      let detail = text.firstMatch(of: /OPENSSL_internal:(\w+)/)?.1 ?? text[...]
      return switch (error as? IOError)?.errnoCode {
      case ECONNREFUSED:
        HTTPFailure(
          .refused, request, "nothing listens at \(address.bracketedHost):\(address.port)",
          fix: "start the server, or correct the address")
      case let code? where [EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL, ETIMEDOUT].contains(code):
        HTTPFailure(
          .unreachable, request, "\(address.host) cannot be reached (\(String(cString: strerror(code))))",
          fix: "correct the address, or see whether the network is up")
      case nil where address.isSecure:
        HTTPFailure(
          .tls, request, "no secure connection (\(detail))",
          fix: "see the server's certificate, or write http:// if it does not speak TLS")
      default:
        HTTPFailure(
          .reset, request, "the connection broke before there was an answer",
          fix: "see the server's log, and send it again if that does no harm")
      }
    }
  }
#endif
