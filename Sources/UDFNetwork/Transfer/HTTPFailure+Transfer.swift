internal import CCurl
import Platform

extension HTTPFailure {
  static func unsendable(
    _ request: HTTPRequest, _ reason: String, fix: String = "correct the request"
  ) -> HTTPFailure {
    HTTPFailure(.badRequest, request, "it cannot be sent (\(reason))", fix: fix)
  }

  /// The failure for a connection that would use another address than the one that was checked.
  static func notGranted(_ request: HTTPRequest, _ address: String, connectsTo actual: IPAddress?) -> HTTPFailure {
    HTTPFailure(
      .notGranted, request,
      "the connection would go to \(actual.map { "\($0)" } ?? "another host") instead of \(address)",
      fix: "see how this machine resolves addresses")
  }

  init(_ transfer: Transfer, _ problem: HeadProblem) {
    switch problem {
    case .tooLarge:
      self.init(
        .tooLarge, transfer.request, "the answer has too many headers, or too large ones",
        fix: "let the server send fewer: at most 256, each of at most 80 KiB")
    case .malformed(let reason):
      self.init(
        .badResponse, transfer.request, "the response is not valid HTTP (\(reason))",
        fix: "see whether it is an HTTP server that listens at \(transfer.address.authority)")
    }
  }

  /// The failure for an error code of libcurl; `detail` is libcurl's error text.
  init(_ handle: EasyHandle, _ code: CURLcode, detail: String) {
    let (transfer, hasHead) = (handle.transfer, handle.hasHead)
    let (request, address) = (transfer.request, transfer.address)
    let tunnelStatus = handle.info(CURLINFO_HTTP_CONNECTCODE)
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      self.init(
        .dns, request, "there is no address for \(address.host)",
        fix: "correct the name, or see whether the network is up")
    case CURLE_COULDNT_RESOLVE_PROXY:
      self.init(.dns, request, "there is no address for its proxy", fix: "correct the proxy's URL")
    case CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT:
      self = .unconnected(transfer, errno: Int32(handle.info(CURLINFO_OS_ERRNO)))
    case CURLE_UNSUPPORTED_PROTOCOL:
      self.init(transfer, .malformed(HeadProblem.statusLine))
    case CURLE_WEIRD_SERVER_REPLY where detail.contains("Content-Length"):
      self.init(transfer, .malformed(HeadProblem.length))
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2:
      self.init(transfer, .malformed(detail))
    case ccurl_too_large where !hasHead, CURLE_OUT_OF_MEMORY where !hasHead:
      self.init(transfer, .tooLarge)
    case CURLE_RECV_ERROR where !hasHead && detail.hasPrefix("Too large response header"):
      self.init(transfer, .tooLarge)
    case CURLE_RECV_ERROR where detail.contains("chunk"):
      self.init(transfer, .malformed("invalid chunk of the body"))
    case _ where !hasHead && tunnelStatus >= 300:
      self.init(
        .unreachable, request, "its proxy answered \(tunnelStatus) instead of connecting to \(address.authority)",
        fix: "correct the proxy's URL and password, or leave the proxy out")
    case CURLE_PROXY:
      self.init(
        .unreachable, request, "its proxy does not connect to \(address.authority) (\(detail))",
        fix: "see the proxy's log")
    case _ where hasHead:
      let stated = handle.statedLength.map { ", and Content-Length states \($0)" } ?? ""
      self.init(
        .truncated, request, "the body broke off after \(handle.bytesReceived) bytes\(stated)",
        fix: "see the server's log, and send it again if that is safe")
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CIPHER,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      self = .insecure(request, address, code, verification: handle.info(CURLINFO_SSL_VERIFYRESULT), detail)
    default:
      self.init(
        .reset, request, "the connection broke before there was an answer",
        fix: "see the server's log, and send it again if that is safe")
    }
  }

  private static func unconnected(_ transfer: Transfer, errno: Int32) -> HTTPFailure {
    let (request, address) = (transfer.request, transfer.address)
    let hasProxy = transfer.proxy != nil
    if errno == ECONNREFUSED {
      return HTTPFailure(
        .refused, request, "nothing listens at \(hasProxy ? "its proxy" : "\(address.bracketedHost):\(address.port)")",
        fix: hasProxy ? "start the proxy, or correct its URL" : "start the server, or correct the address")
    }
    let reason = errno == 0 ? "no connection" : String(cString: strerror(errno))
    return HTTPFailure(
      .unreachable, request, "\(hasProxy ? "its proxy" : address.host) cannot be reached (\(reason))",
      fix: "correct the address, or see whether the network is up")
  }

  /// - Parameter verification: the result of OpenSSL's check of the certificate.
  private static func insecure(
    _ request: HTTPRequest, _ address: HTTPAddress, _ code: CURLcode, verification: Int, _ detail: String
  ) -> HTTPFailure {
    func failure(_ problem: String, fix: String) -> HTTPFailure {
      HTTPFailure(.tls, request, "no secure connection (\(problem))", fix: fix)
    }
    switch (code, verification) {
    case (CURLE_SSL_CACERT_BADFILE, _):
      return failure(
        "the CA certificates of this machine cannot be read",
        fix: "install them, as with apt-get install ca-certificates")
    // libcurl itself compares the name, so OpenSSL's result does not include it.
    case (CURLE_PEER_FAILED_VERIFICATION, _) where detail.contains("subject name"):
      return failure(
        "the certificate is not for \(address.host)",
        fix: "ask for a name that the certificate is for, or give the server a certificate for \(address.host)")
    case (CURLE_PEER_FAILED_VERIFICATION, 9):
      return failure("the certificate is not valid yet", fix: "see the clocks of this machine and of the server")
    case (CURLE_PEER_FAILED_VERIFICATION, 10):
      return failure("the certificate has expired", fix: "renew the server's certificate, or see this machine's clock")
    case (CURLE_PEER_FAILED_VERIFICATION, 18):
      return failure(
        "the certificate is self-signed",
        fix: "give the server one of a certificate authority, or add this one to those that this machine trusts")
    case (CURLE_PEER_FAILED_VERIFICATION, 19...21):
      return failure(
        "the certificate is of an authority that this machine does not trust",
        fix:
          "add that authority's certificate to those that this machine trusts, or let the server send the whole chain")
    default:
      // OpenSSL's texts begin with a code and a library: "error:0A00010B:SSL routines::wrong version number".
      let text = detail.contains("error:") ? detail.split(separator: ":").last.map(String.init) ?? detail : detail
      let reason = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
      return failure(reason, fix: "see the server's certificate, or write http:// if it does not speak TLS")
    }
  }
}
