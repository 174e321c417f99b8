#if Inspector
  import Platform
  import SocketTesting
  import UDFHost
  import UDFServices

  /// A page as a test drives it: a WebSocket, whose frames the test may write itself.
  package final class PageClient: Sendable {
    package enum Message: Sendable, Equatable {
      case text(String)
      case close(code: Int, reason: String)
      case pong
      /// The connection has ended.
      case end
    }

    package let connection: RawConnection
    private let messages = Guarded<[Message]>([])
    private let arrived: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    /// Connects to the inspector at a link, with the headers of a browser.
    package static func open(_ url: String, origin: String? = nil) throws -> PageClient {
      let link = Link(url)
      let connection = try link.connect()
      connection.send(link.handshake(origin: origin ?? link.origin))
      return PageClient(connection)
    }

    private init(_ connection: RawConnection) {
      self.connection = connection
      (arrived, bell) = AsyncStream.makeStream(of: Void.self)
      _ = BackgroundThread.start { [self] in
        var bytes: [UInt8] = []
        while let more = connection.receive() {
          bytes += more
          if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)), bytes.starts(with: Array("HTTP".utf8)) {
            bytes.removeFirst(end.upperBound)
          }
          while let (code, payload) = PageClient.frame(&bytes) {
            switch code {
            case 1: add(.text(String(decoding: payload, as: UTF8.self)))
            case 8:
              let status = payload.count < 2 ? 0 : Int(payload[0]) << 8 | Int(payload[1])
              add(.close(code: status, reason: String(decoding: payload.dropFirst(2), as: UTF8.self)))
            case 10: add(.pong)
            default: break
            }
          }
        }
        add(.end)
      }
    }

    private func add(_ message: Message) {
      messages.withLock { $0.append(message) }
      bell.yield()
    }

    private static func frame(_ bytes: inout [UInt8]) -> (code: UInt8, payload: [UInt8])? {
      guard bytes.count >= 2 else { return nil }
      let size = bytes[1] == 126 ? 2 : bytes[1] == 127 ? 8 : 0
      guard bytes.count >= 2 + size else { return nil }
      let length = size == 0 ? Int(bytes[1]) : bytes[2..<2 + size].reduce(0) { $0 << 8 | Int($1) }
      guard bytes.count >= 2 + size + length else { return nil }
      defer { bytes.removeFirst(2 + size + length) }
      return (bytes[0] & 0x0F, Array(bytes[(2 + size)..<(2 + size + length)]))
    }

    /// Waits for the next message.
    package func next() async -> Message {
      var iterator = arrived.makeAsyncIterator()
      _ = await iterator.next()
      return messages.withLock { $0.removeFirst() }
    }

    /// Waits for the next message, which must be JSON.
    package func json() async throws -> Value {
      guard case .text(let text) = await next() else { throw HostError(code: "test", message: "the page was closed") }
      return try JSONReader.value(of: Array(text.utf8))
    }

    /// Sends a request, and waits for its answer; collects the lines that come before it.
    package func ask(_ request: String) async throws -> (answer: Value, lines: [Value]) {
      send(request)
      var lines: [Value] = []
      while true {
        let message = try await json()
        if case .integer = message["id"] { return (message, lines) }
        lines += message["lines"].items
      }
    }

    /// Sends a request, and waits for its answer; returns the last screen that comes before it.
    package func act(_ request: Value) async throws -> (answer: Value, screen: Value) {
      send(JSON.text(request))
      var screen = Value.none
      while true {
        let message = try await json()
        if case .integer = message["id"] { return (message, screen) }
        if message["screen"] != .none { screen = message["screen"] }
      }
    }

    package func send(_ text: String) { send(frame: 1, Array(text.utf8)) }

    package func send(
      frame code: UInt8, isLast: Bool = true, _ payload: [UInt8], length: UInt64? = nil, isMasked: Bool = true
    ) { connection.send(PageClient.frame(code, isLast: isLast, payload, length: length, isMasked: isMasked)) }

    /// The bytes of a frame.
    package static func frame(
      _ code: UInt8, isLast: Bool = true, _ payload: [UInt8], length: UInt64? = nil, isMasked: Bool = true
    ) -> [UInt8] {
      let count = length ?? UInt64(payload.count)
      let mask: [UInt8] = isMasked ? [1, 2, 3, 4] : []
      let size = count < 126 ? 0 : count <= 0xFFFF ? 2 : 8
      var frame = [
        (isLast ? 0x80 : 0) | code, (isMasked ? 0x80 : 0) | (size == 0 ? UInt8(count) : size == 2 ? 126 : 127),
      ]
      for position in (0..<size).reversed() { frame.append(UInt8(truncatingIfNeeded: count >> (8 * UInt64(position)))) }
      return frame + mask + payload.enumerated().map { isMasked ? $1 ^ mask[$0 & 3] : $1 }
    }
  }
#endif
