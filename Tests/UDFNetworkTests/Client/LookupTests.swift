import SlowLookup
import SocketTesting
import Testing

@testable import UDFNetwork

@Suite(
  "a name lookup that hangs", .timeLimit(.minutes(60)),
  .enabled(if: slow_lookup_works() != 0, "lookups cannot be replaced on this system"))
struct LookupTests {
  @Test("blocks neither its own cancellation, nor other requests, nor the shutdown of the client")
  func hanging() async throws {
    await #expect(processExitsWith: .success) {
      let server = try RawServer { _ in RawServer.ok("other") }
      let http = LiveHTTPClient()
      let hanging = (0..<20).map { number in
        Task { await http.failure(of: HTTPRequest("http://\(number).hanging.test/")) }
      }
      while slow_lookup_count() < 20 { await Task.yield() }
      #expect(try await http.send(HTTPRequest(server.url)).body == Array("other".utf8))
      for task in hanging.dropLast() {
        task.cancel()
        #expect(await task.value?.code == .cancelled)
      }
      #expect(slow_lookup_count() == 20)
      #expect(try await http.send(HTTPRequest(server.url)).body == Array("other".utf8))
      #expect(await http.failure(of: HTTPRequest("http://late.hanging.test/", timeout: 0.1))?.code == .timeout)
      await http.shutdown()
      #expect(await hanging[19].value?.code == .cancelled)
      #expect(EasyHandle.count.load(ordering: .relaxed) == 0)

      // A lookup releases its resources when it returns.
      let before = OpenFiles.count
      slow_lookup_release()
      while slow_lookup_count() > 0 || OpenFiles.count >= before { await Task.yield() }
    }
  }
}
