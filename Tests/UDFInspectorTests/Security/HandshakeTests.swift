#if Inspector
  import InspectorTesting
  import Testing

  @testable import UDFInspector

  @MainActor
  @Suite("the handshake of a page")
  struct HandshakeTests {
    @Test("is answered as the example of RFC 6455 is")
    func example() throws {
      let app = try Inspected()
      let connection = try app.link.connect()
      connection.send(app.link.handshake(origin: app.link.origin, key: "dGhlIHNhbXBsZSBub25jZQ=="))
      var head = ""
      while !head.contains("\r\n\r\n"), let more = connection.receive() {
        head += String(decoding: more, as: UTF8.self)
      }
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      #expect(head.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    }

    @Test("uses SHA-1, whose digests at the limits of a block are those of other programs")
    func digests() {
      for (count, digest) in [
        (0, "da39a3ee5e6b4b0d3255bfef95601890afd80709"), (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
        (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"), (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
        (120, "f34c1488385346a55709ba056ddd08280dd4c6d6"),
      ] {
        let bytes = SHA1.digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: count))
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest, "\(count)")
      }
    }
  }
#endif
