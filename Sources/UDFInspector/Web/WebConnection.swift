#if Inspector
  import FlyingSocks
  import Foundation

  /// One connection. It answers one request, or serves a page until the page is closed.
  struct WebConnection: Sendable {
    private enum Part { case reader, writer, limit }

    private static let headLimit = 16 << 10
    private static let phrases = [
      200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
      431: "Request Header Fields Too Large", 503: "Service Unavailable",
    ]

    let number: Int
    let socket: AsyncSocket
    let site: Site
    let receiver: any PageReceiver
    /// See ``WebServer/requestTime``.
    let requestTime: Duration
    /// Reserves a place for a page; returns false if there are too many pages.
    let admit: @Sendable (Int) -> Bool
    /// Ends a connection immediately.
    let cancel: @Sendable (Int) -> Void

    func run() async {
      let deadline = Task { [cancel, number, requestTime] in
        try await Task.sleep(for: requestTime)
        cancel(number)
      }
      defer { deadline.cancel() }
      var reader = ByteReader(socket)
      do {
        guard let head = try await reader.head(limit: WebConnection.headLimit) else {
          return try await refuse(431, "the head of the request is too long")
        }
        guard let request = RequestHead(head) else { return try await refuse(400, "this is no HTTP request") }
        switch site.answer(to: request) {
        case .refusal(let status, let reason): try await refuse(status, reason)
        case .file(let file): try await respond(200, type: file.type, file.bytes)
        case .socket:
          guard let key = acceptance(of: request) else { return try await refuse(400, "this is no WebSocket") }
          guard admit(number) else { return try await refuse(503, "too many pages are open; close one of them") }
          try await write(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(key)\r\n\r\n"
          )
          deadline.cancel()
          await serve(MessageReader(reader, limit: site.messageLimit))
        }
      } catch {
        // The other end has closed the connection.
      }
    }

    // MARK: a page

    private func serve(_ messages: MessageReader) async {
      let outbox = Outbox()
      receiver.didOpen(number, outbox)
      outbox.onOverflow { [cancel, number] in cancel(number) }
      await withTaskGroup(of: Part.self) { group in
        group.addTask {
          await read(messages, outbox)
          return .reader
        }
        group.addTask {
          await write(outbox)
          return .writer
        }
        if await group.next() == .reader {
          // Earlier frames and the close frame may still be on their way to the page.
          outbox.end()
          group.addTask {
            try? await Task.sleep(for: .seconds(2))
            return .limit
          }
          _ = await group.next()
        }
        group.cancelAll()
      }
      receiver.didClose(number)
    }

    private func read(_ messages: MessageReader, _ outbox: Outbox) async {
      var messages = messages
      do {
        while true {
          switch try await messages.next() {
          case .text(let bytes): receiver.didReceive(bytes, from: number)
          case .ping(let bytes): outbox.pong(bytes)
          case .close: return
          }
        }
      } catch let end as ConnectionEnd {
        outbox.close(end)
      } catch {}
    }

    private func write(_ outbox: Outbox) async {
      for await frame in outbox.frames {
        do { try await socket.write(Data(frame)) } catch { return }
        outbox.didWrite(frame)
      }
    }

    /// Returns the server's answer to the key of a WebSocket handshake; nil if the request is not a handshake.
    private func acceptance(of request: RequestHead) -> String? {
      guard request.value(of: "upgrade")?.lowercased() == "websocket",
        request.value(of: "connection")?.lowercased().split(separator: ",").contains(where: {
          $0.trimmingCharacters(in: .whitespaces) == "upgrade"
        }) == true, request.value(of: "sec-websocket-version") == "13",
        let key = request.value(of: "sec-websocket-key"),
        Data(base64Encoded: key)?.count == 16
      else { return nil }
      // The suffix is a constant of RFC 6455.
      return Data(SHA1.digest(of: Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))).base64EncodedString()
    }

    // MARK: responses

    private func refuse(_ status: Int, _ reason: String) async throws {
      try await respond(status, type: "text/plain; charset=utf-8", Array((reason + "\n").utf8))
    }

    private func respond(_ status: Int, type: String, _ body: [UInt8]) async throws {
      let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      let head = """
        HTTP/1.1 \(status) \(WebConnection.phrases[status] ?? "")
        Content-Type: \(type)
        Content-Length: \(body.count)
        Content-Security-Policy: \(policy)
        Referrer-Policy: no-referrer
        X-Content-Type-Options: nosniff
        Cache-Control: no-store
        Connection: close


        """
      try await write(head.replacing("\n", with: "\r\n"))
      try await socket.write(Data(body))
    }

    private func write(_ text: String) async throws { try await socket.write(Data(text.utf8)) }
  }
#endif
