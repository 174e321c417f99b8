import SocketTesting
import Testing

@Suite("udfhost --inspect")
struct InspectTests {
  private let folder = AppFolder()

  @Test("prints the link on standard error in batch, and the batch goes on as without it")
  func batch() throws {
    let run = try Batch(folder, "--inspect", "-e", "counter.inc{ by = 1 }", "-e", "state.counter.count")
    #expect(run.output == "1\n")
    #expect(run.error.wholeMatch(of: /inspector: http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/\n/) != nil, "\(run.error)")
    #expect(run.code == 0)
  }

  @Test("says that a port is in use")
  func port() throws {
    let server = try RawServer { _ in }
    let run = try Batch(folder, "--inspect=\(server.port)", "-e", "1")
    #expect(run.error.hasPrefix("inspector: 127.0.0.1:\(server.port): another program uses this port\n"))
    #expect(run.code == 2)
  }
}
