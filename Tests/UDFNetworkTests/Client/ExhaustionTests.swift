import Foundation
import SocketTesting
import Testing

@testable import UDFNetwork

@Suite("a process without resources", .timeLimit(.minutes(60)))
struct ExhaustionTests {
  @Test("a request fails when no file can be opened, and works again afterwards")
  func files() async throws {
    await #expect(processExitsWith: .success) {
      let server = try RawServer { _ in RawServer.ok("") }
      let loop = TransferLoop(certificates: nil, idleTime: 1)
      let request = HTTPRequest(server.url)
      let refused = Transfer(request, at: try request.checked(), until: nil, on: loop)
      var limits = rlimit()
      #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      #else
        let resource = RLIMIT_NOFILE
      #endif
      getrlimit(resource, &limits)
      limits.rlim_cur = min(limits.rlim_cur, 256)
      setrlimit(resource, &limits)
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { continuation.resume() }
      }
      var files: [Int32] = []
      while case let file = open("/dev/null", O_RDONLY), file >= 0 { files.append(file) }
      // Nothing is awaited here, because the threads that run tasks may also need to open files. The sleep above has already
      // opened those for timers.
      loop.start(refused)
      for file in files { close(file) }
      let failure = await #expect(throws: HTTPFailure.self) { _ = try await refused.head() }
      #expect(
        failure
          == HTTPFailure(
            .badRequest,
            "GET \(server.url): it cannot be sent (no memory, file descriptors or threads are left); "
              + "close what this process does not need, or raise its limits"))
      let sent = Transfer(request, at: try request.checked(), until: nil, on: loop)
      loop.start(sent)
      #expect(try await sent.head().status == 200)
    }
  }

  #if canImport(Glibc)
    @Test("a request fails when no thread can be started, and works again afterwards")
    func threads() async throws {
      await #expect(processExitsWith: .success) {
        let server = try RawServer { _ in RawServer.ok("") }
        let loop = TransferLoop(certificates: nil, idleTime: 1)
        let request = HTTPRequest(server.url)
        typealias Setter = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
        let setter = unsafeBitCast(try #require(dlsym(nil, "pthread_setattr_default_np")), to: Setter.self)
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        var usualSize = 0
        pthread_attr_getstacksize(&attributes, &usualSize)
        // A stack as large as the address space, so that no thread can be started.
        pthread_attr_setstacksize(&attributes, 1 << 47)
        try #require(setter(&attributes) == 0)
        let refused = Transfer(request, at: try request.checked(), until: nil, on: loop)
        loop.start(refused)
        pthread_attr_setstacksize(&attributes, usualSize)
        try #require(setter(&attributes) == 0)
        #expect(refused.isOver)
        let failure = await #expect(throws: HTTPFailure.self) { _ = try await refused.head() }
        #expect(failure?.code == .badRequest)
        let sent = Transfer(request, at: try request.checked(), until: nil, on: loop)
        loop.start(sent)
        #expect(try await sent.head().status == 200)
      }
    }
  #endif
}
