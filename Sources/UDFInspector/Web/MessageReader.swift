#if Inspector
  /// Reads the messages of a WebSocket (RFC 6455). The size of a message is checked before its bytes are received.
  struct MessageReader {
    enum Message {
      case text([UInt8])
      case ping([UInt8])
      case close
    }

    /// The maximum number of frames of a message. Empty frames count as well.
    static let frameLimit = 4096

    private var bytes: ByteReader
    /// The maximum size of a message in bytes.
    private let limit: Int
    /// The received frames of an incomplete message.
    private var part: [UInt8]?
    /// The number of frames that the message has so far.
    private var frames = 0

    init(_ bytes: ByteReader, limit: Int) {
      self.bytes = bytes
      self.limit = limit
    }

    /// Waits for the next message. Throws a ``ConnectionEnd`` if the page breaks the protocol.
    mutating func next() async throws -> Message {
      while true {
        let head = try await bytes.next(2)
        let (isLast, code) = (head[0] & 0x80 != 0, head[0] & 0x0F)
        guard head[0] & 0x70 == 0 else { throw ConnectionEnd.malformed("a frame uses an extension") }
        guard head[1] & 0x80 != 0 else { throw ConnectionEnd.malformed("a frame is not masked") }
        let isControl = code >= 8
        guard !isControl || isLast && head[1] & 0x7F <= 125 else {
          throw ConnectionEnd.malformed("a control frame is too long or not whole")
        }
        let payload = try await payload(head[1] & 0x7F)
        switch code {
        case 0:
          guard part != nil else { throw ConnectionEnd.malformed("a frame continues no message") }
          frames += 1
          guard frames <= MessageReader.frameLimit else {
            throw ConnectionEnd.violation("a message may have \(MessageReader.frameLimit) frames at most")
          }
          // In place, so that the earlier frames are not copied.
          part?.append(contentsOf: payload)
        case 1:
          guard part == nil else { throw ConnectionEnd.malformed("a message begins inside another one") }
          (part, frames) = (payload, 1)
        case 2: throw ConnectionEnd(status: 1003, reason: "a message must be text")
        case 8: return .close
        case 9: return .ping(payload)
        case 10: continue
        default: throw ConnectionEnd.malformed("a frame has the unknown code \(code)")
        }
        guard isLast, let message = part else { continue }
        part = nil
        return .text(message)
      }
    }

    private mutating func payload(_ first: UInt8) async throws -> [UInt8] {
      var length = UInt64(first)
      if first > 125 {
        length = try await bytes.next(first == 126 ? 2 : 8).reduce(0) { $0 << 8 | UInt64($1) }
      }
      guard length <= UInt64(limit - (part?.count ?? 0)) else {
        throw ConnectionEnd.violation("a message may have \(limit) bytes at most")
      }
      let mask = try await bytes.next(4)
      var payload = try await bytes.next(Int(length))
      for index in payload.indices { payload[index] ^= mask[index & 3] }
      return payload
    }
  }
#endif
