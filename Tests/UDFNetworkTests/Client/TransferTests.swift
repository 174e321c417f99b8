import Testing

@testable import UDFNetwork

@Suite("a transfer")
struct TransferTests {
  private func transfer(_ request: HTTPRequest) throws -> Transfer {
    let loop = TransferLoop(certificates: nil, idleTime: 1)
    return Transfer(request, at: try request.checked(), until: nil, on: loop)
  }

  @Test("stays paused after its buffer is read, until the thread resumes it")
  func paused() async throws {
    let transfer = try transfer(HTTPRequest("http://localhost/"))
    func receive(_ count: Int) -> Transfer.Reception {
      [UInt8](repeating: 7, count: count).withUnsafeBytes { transfer.receive($0) }
    }
    #expect(receive(256 << 10) == .stored)
    #expect(receive(1) == .bufferFull)
    #expect(try await transfer.chunk()?.count == 256 << 10)
    #expect(transfer.isPaused)
    transfer.unpause()
    #expect(!transfer.isPaused)
    #expect(receive(1) == .stored)
  }

  @Test("uses only the proxy for the scheme of its URL")
  func proxy() throws {
    let proxies = HTTPProxies(https: "http://proxy.test:3128")
    #expect(try transfer(HTTPRequest("http://127.0.0.1/", proxies: proxies)).proxy == nil)
    #expect(try transfer(HTTPRequest("https://127.0.0.1/", proxies: proxies)).proxy == proxies.https)
    #expect(try transfer(HTTPRequest("https://127.0.0.1/")).proxy == nil)
  }
}
