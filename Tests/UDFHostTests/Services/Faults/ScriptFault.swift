import SocketTesting
import UDFHost

/// A fault of a server at a request for `/start`, and the error that the script gets.
enum ScriptFault: CaseIterable {
  case refused, reset, slow, truncated, oversized, notUTF8, wrongLength, redirectLoop

  /// The options of the request.
  var options: Value {
    switch self {
    case .slow: ["timeout": 0.1]
    case .oversized: ["maxBytes": 4]
    case .notUTF8: ["json": true]
    default: [:]
    }
  }

  func serve(_ connection: RawConnection) {
    let request = connection.request() ?? ""
    switch self {
    case .refused: break
    case .reset: connection.reset()
    case .slow: connection.waitForEnd()
    case .truncated: connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
    case .oversized: connection.send(RawServer.ok("12345"))
    case .notUTF8: connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".utf8) + [0x22, 0xff, 0x22])
    case .wrongLength: connection.send("HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\nhello")
    case .redirectLoop: connection.send(RawServer.redirect(to: request.hasPrefix("GET /1") ? "/2" : "/1"))
    }
  }

  var code: String {
    switch self {
    case .refused: "refused"
    case .reset: "reset"
    case .slow: "timeout"
    case .truncated: "truncated"
    case .oversized: "tooLarge"
    case .notUTF8, .wrongLength: "badResponse"
    case .redirectLoop: "redirectLoop"
    }
  }

  /// A further part of the message, after the request.
  func problem(at host: String) -> String {
    switch self {
    case .refused: "nothing listens at \(host); start the server, or correct the address"
    case .reset:
      "the connection broke before there was an answer; see the server's log, and send it again if that is safe"
    case .slow: "not done within 0.1 s; raise timeout, or see what the server waits for"
    case .truncated:
      "the body broke off after 5 bytes, and Content-Length states 10; "
        + "see the server's log, and send it again if that is safe"
    case .oversized: "the body has more than 4 bytes; raise maxBytes, or ask for less"
    case .notUTF8:
      "the answer (200) cannot be read as JSON: 1:2: the string is not valid UTF-8; "
        + "correct the server, or leave json out and use body"
    case .wrongLength:
      "the response is not valid HTTP (invalid character in content-length header); "
        + "see whether it is an HTTP server that listens at \(host)"
    case .redirectLoop:
      "redirected in a circle: GET http://\(host)/1 → GET http://\(host)/2 → GET http://\(host)/1; "
        + "correct the server's redirects"
    }
  }
}
