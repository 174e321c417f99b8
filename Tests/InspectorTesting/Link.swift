#if Inspector
  import SocketTesting
  import UDFHost

  /// The parts of the inspector's link.
  package struct Link {
    package let port: Int
    package let token: String

    package init(_ url: String) {
      let parts = url.split(separator: "/")
      port = parts.count > 1 ? Int(parts[1].split(separator: ":").last ?? "") ?? 0 : 0
      token = parts.count > 2 ? String(parts[2]) : ""
    }

    package var host: String { "127.0.0.1:\(port)" }
    package var origin: String { "http://\(host)" }

    package func connect() throws -> RawConnection {
      guard let connection = RawConnection(port: port) else {
        throw HostError(code: "test", message: "nothing listens at \(port)")
      }
      return connection
    }

    /// The request with which a browser opens a WebSocket.
    package func handshake(
      path: String? = nil, host: String? = nil, origin: String? = nil, key: String = "dGhlIHNhbXBsZSBub25jZQ=="
    ) -> String {
      request(
        path: path ?? "/\(token)/socket", host: host,
        ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)"]
          + (origin.map { ["Origin: \($0)"] } ?? []))
    }

    package func request(_ method: String = "GET", path: String, host: String? = nil, _ headers: [String] = [])
      -> String
    {
      (["\(method) \(path) HTTP/1.1", "Host: \(host ?? self.host)"] + headers + ["", ""]).joined(separator: "\r\n")
    }

    /// Sends a request, and returns the whole response.
    package func response(to request: String) throws -> String {
      let connection = try connect()
      connection.send(request)
      var bytes: [UInt8] = []
      while let more = connection.receive() { bytes += more }
      return String(decoding: bytes, as: UTF8.self)
    }

    package func status(of request: String) throws -> Int {
      Int(try response(to: request).split(separator: " ").dropFirst().first ?? "") ?? 0
    }
  }
#endif
