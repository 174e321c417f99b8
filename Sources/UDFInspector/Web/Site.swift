#if Inspector
  /// Decides how the server answers each request.
  ///
  /// Pages of other sites must not reach this server. They do not know the token. A wrong `Host` header reveals a name
  /// that was made to resolve to this address (DNS rebinding); a wrong `Origin` reveals a WebSocket of another site.
  struct Site: Sendable {
    enum Answer: Sendable {
      case file(PageFile)
      /// A page opens its WebSocket.
      case socket
      case refusal(status: Int, String)
    }

    /// The secret part of the address: 32 hexadecimal digits.
    let token: String
    /// The IPv4 address of the server.
    let address: String
    let port: UInt16
    let files: [PageFile]
    /// The maximum size of a message from a page in bytes.
    let messageLimit: Int

    init(address: String, port: UInt16, files: [PageFile], messageLimit: Int) {
      var random = SystemRandomNumberGenerator()
      token = (0..<16).map { _ in
        let byte = UInt8.random(in: .min ... .max, using: &random)
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }.joined()
      self.address = address
      self.port = port
      self.files = files
      self.messageLimit = messageLimit
    }

    var url: String { "http://\(address):\(port)/\(token)/" }

    private var hosts: [String] { [address] + (address == "127.0.0.1" ? ["localhost"] : []) }

    func answer(to request: RequestHead) -> Answer {
      guard let host = request.value(of: "host"), hosts.contains(where: { host == "\($0):\(port)" }) else {
        return .refusal(status: 403, "Host must be \(address):\(port)")
      }
      let steps = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      guard steps.count == 2, let given = steps.first, isToken(given), let name = steps.last else {
        return .refusal(status: 404, "there is nothing here; use the link that udfhost printed")
      }
      guard request.method == "GET" else { return .refusal(status: 405, "only GET is answered") }
      if name == "socket" {
        guard let origin = request.value(of: "origin"), hosts.contains(where: { origin == "http://\($0):\(port)" })
        else {
          return .refusal(status: 403, "Origin must be http://\(address):\(port)")
        }
        return .socket
      }
      let wanted = name.isEmpty ? "index.html" : String(name)
      return files.first { $0.name == wanted }.map(Answer.file) ?? .refusal(status: 404, "there is no such file")
    }

    /// Compares in constant time, so that the time reveals nothing about the token.
    private func isToken(_ given: Substring) -> Bool {
      let (given, token) = (Array(given.utf8), Array(token.utf8))
      return given.count == token.count && zip(given, token).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
  }
#endif
