import Foundation
import SocketTesting
import Testing
import UDFNetwork

@Suite("limits of a response", .timeLimit(.minutes(60)))
struct LimitTests {
  private let http = LiveHTTPClient()
  private static let tenGB = 10_000_000_000

  #if os(Linux)
    @Test(
      "a request with a body of 10 GB fails at the limit, and uses little memory",
      .enabled(if: !isSanitized, "a sanitizer keeps memory that was freed"))
    func huge() async throws {
      await #expect(processExitsWith: .success) {
        let part = [UInt8](repeating: 7, count: 1 << 20)
        let server = try RawServer { connection in
          connection.request()
          connection.send("HTTP/1.1 200 OK\r\n\r\n")
          for _ in 0..<(LimitTests.tenGB / part.count) where !connection.send(part) { return }
        }
        let http = LiveHTTPClient()
        let request = HTTPRequest(server.url, timeout: 600, maxBytes: 8 << 20)
        #expect(await http.failure(of: request)?.code == .tooLarge)
        let before = LimitTests.peakMemory
        for _ in 0..<10 { #expect(await http.failure(of: request)?.code == .tooLarge) }
        #expect(LimitTests.peakMemory - before < 64 << 20)
      }
    }

    private static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    /// The peak memory of this process so far, in bytes.
    private static var peakMemory: Int {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss << 10
    }
  #endif

  @Test("a Content-Length above the limit fails immediately, but not in the response to HEAD, which has no body")
  func announced() async throws {
    let server = try RawServer { connection in
      let isHead = connection.request()?.hasPrefix("HEAD") == true
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(LimitTests.tenGB)\r\n\r\n")
      if !isHead { connection.waitForEnd() }
    }
    defer { server.stop() }
    let request = HTTPRequest(server.url, timeout: .infinity, progressTimeout: .infinity)
    #expect(
      await http.failure(of: request)
        == HTTPFailure(
          .tooLarge, "GET \(server.url): the body has more than 67108864 bytes; raise maxBytes, or ask for less"))
    #expect(try await http.send(HTTPRequest(server.url, method: "HEAD")).body.isEmpty)
  }

  @Test("a body of more than 256 MiB fails, even with a larger maxBytes")
  func largest() async throws {
    let server = try RawServer { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(HTTPRequest.maxBytesLimit + 1)\r\n\r\n")
      connection.waitForEnd()
    }
    defer { server.stop() }
    #expect(
      await http.failure(of: HTTPRequest(server.url, maxBytes: 1 << 40))
        == HTTPFailure(
          .tooLarge,
          "GET \(server.url): the body has more than 268435456 bytes; ask for less, or read it as a stream"))
  }

  @Test("256 headers are accepted, and 257 are not; interim responses count too", arguments: [256, 257])
  func headers(count: Int) async throws {
    let server = try RawServer { line in
      let headers = String(repeating: "X: a\r\n", count: line == "GET /interim" ? 10 : count - 1)
      let head = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(headers)\r\n"
      return line == "GET /interim" ? String(repeating: "HTTP/1.1 103 Early\r\n\r\n", count: count) + head : head
    }
    defer { server.stop() }
    #expect(await http.failure(of: HTTPRequest(server.url))?.code == (count > 256 ? .tooLarge : nil))
    #expect(await http.failure(of: HTTPRequest("\(server.url)/interim"))?.code == .tooLarge)
  }

  @Test("a header of 80 KiB is accepted; larger ones fail with the same code, even above libcurl's own limit")
  func headerSize() async throws {
    let server = try RawServer { line in
      let size = Int(line.dropFirst("GET /".count)) ?? 0
      return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: \(String(repeating: "a", count: size))\r\n\r\n"
    }
    defer { server.stop() }
    #expect(await http.failure(of: HTTPRequest("\(server.url)/81000")) == nil)
    for size in [82_000, 150_000, 2_000_000] {
      #expect(await http.failure(of: HTTPRequest("\(server.url)/\(size)"))?.code == .tooLarge)
    }
  }
}
