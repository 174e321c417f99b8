import Platform
import SeededTesting
import SocketTesting
import Testing
import UDF
import UDFNetwork

@Suite("arbitrary bytes from a server")
struct AnyBytesLaws {
  private static let responses = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: y\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 204 Done\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n",
  ]

  @Test("give a response within the limits, or a failure that names the request", .timeLimit(.minutes(60)))
  func responseOrFailure() async throws {
    let generator = Guarded(SeededGenerator(seed: Seed.current))
    let server = try RawServer { connection in
      connection.request()
      connection.send(generator.withLock { AnyBytesLaws.damaged(using: &$0) })
    }
    defer { server.stop() }
    let http = LiveHTTPClient()
    for _ in 0..<300 {
      do throws(HTTPFailure) {
        let response = try await http.send(HTTPRequest(server.url, maxBytes: 20))
        #expect(response.body.count <= 20, "\(Seed.replay)")
      } catch {
        #expect(error.message.hasPrefix("GET \(server.url): "), "\(Seed.replay)")
        #expect(error.code != .cancelled && error.code != .badRequest, "\(error) \(Seed.replay)")
      }
    }
    await http.shutdown()
  }

  /// A valid response in which some bytes are changed, removed or added.
  private static func damaged(using generator: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(responses.randomElement(using: &generator)?.utf8 ?? "".utf8)
    for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0...3, using: &generator) {
      case 0: bytes[index] = .random(in: 0...255, using: &generator)
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(.random(in: 0...255, using: &generator), at: index)
      default: bytes.removeSubrange((index + 1)...)
      }
    }
    return bytes
  }
}
