import Foundation
import SocketTesting
import Testing
import UDFNetwork

/// Tests with a server that supports only HTTP/2.
@Suite("HTTP/2", .timeLimit(.minutes(60)))
struct HTTP2Tests {
  private static let size = 8 << 20

  private let certificates: TestCertificates
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("udf-h2-\(UUID().uuidString)")
  private let server: TestProcess
  private let url: String
  private let http: LiveHTTPClient

  init() async throws {
    certificates = try TestCertificates()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(repeating: 7, count: Self.size).write(to: folder.appendingPathComponent("large"))
    let certificate = try certificates.signed(for: "localhost")
    http = LiveHTTPClient(certificates: certificates.authority)
    // The server cannot report its port, so it gets one that was free a moment ago.
    let port = try RawServer.releasedPort()
    url = "https://localhost:\(port)"
    server = try TestProcess(
      "nghttpd",
      ["-a", "127.0.0.1", "-d", folder.path, "--echo-upload", "\(port)", certificates.key, certificate],
      package: "nghttp2-server")
    while await http.failure(of: HTTPRequest(url))?.code == .refused {
      if !server.isRunning { try server.wait() }
      await Task.yield()
    }
  }

  @Test("a body is sent and received, and many requests share one connection")
  func echo() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let body = [UInt8](repeating: 9, count: 500_000)
    #expect(try await http.send(HTTPRequest("\(url)/", method: "POST", body: body)).body == body)
    #expect(try await http.send(HTTPRequest("\(url)/missing")).status == 404)
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask { [http, url] in try await http.send(HTTPRequest("\(url)/large", method: "HEAD")).status }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(statuses == [200])
  }

  @Test("a reader that pauses delays only its own stream")
  func streams() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var slow = try await http.stream(HTTPRequest("\(url)/large")).body.makeAsyncIterator()
    var count = try await slow.next()?.count ?? 0
    for _ in 0..<3 { #expect(try await http.send(HTTPRequest("\(url)/large")).body.count == Self.size) }
    while let chunk = try await slow.next() { count += chunk.count }
    #expect(count == Self.size)
  }

  @Test("cancelling a request does not affect others on the same connection")
  func cancelled() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let other = try await http.stream(HTTPRequest("\(url)/large"))
    for _ in 0..<20 {
      let stream = try await http.stream(HTTPRequest("\(url)/large"))
      #expect(stream.status == 200)
    }
    var count = 0
    for try await chunk in other.body { count += chunk.count }
    #expect(count == Self.size)
  }
}
