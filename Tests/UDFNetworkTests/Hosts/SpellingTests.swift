import Foundation
import SocketTesting
import Testing

@testable import UDFNetwork

@Suite("notations of a host")
struct SpellingTests {
  @Test(
    "of the same IP address are equal",
    arguments: [
      "127.0.0.1", "2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1", "127.0.0.1.", "[::ffff:127.0.0.1]",
      "[::FFFF:7f00:1]", "%31%32%37.0.0.1",
    ])
  func addresses(host: String) async throws {
    #expect(try HostPatterns(["127.0.0.1"]).allow("http://\(host)/"))
    #expect(try !HostPatterns(["127.0.0.2", "*.0.0.1", "*.1", "*.example.com"]).allow("http://\(host)/"))
    let server = try RawServer { _ in RawServer.ok("") }
    defer { server.stop() }
    _ = try await LiveHTTPClient().send(HTTPRequest("http://\(host):\(server.port)/"))
    #expect(server.requests[0].contains("\r\nHost: 127.0.0.1:\(server.port)\r\n"))
  }

  @Test("of the same IP address are equal in a pattern too")
  func patterns() throws {
    #expect(try HostPatterns(["0x7f.1"]).allow("http://127.0.0.1/"))
    #expect(try HostPatterns(["[0:0::1]"]).allow("http://[::1]/"))
    #expect(try HostPatterns(["[::ffff:10.0.0.1]"]).allow("http://10.0.0.1/"))
  }

  @Test(
    "that look like an IP address but are malformed are rejected",
    arguments: [
      "1.2.3.4.5", "256.0.0.1", "1.2.3.0x", "08.1.1.1", "127.0.0.1..", "[::1%25lo]", "[1.2.3.4:5]",
    ])
  func malformed(host: String) { #expect(HTTPAddress("http://\(host)/") == nil) }

  @Test("of an IPv6 address in a pattern allow a request to that address")
  func ipv6() async throws {
    var loopback = sockaddr_in6()
    loopback.sin6_family = sa_family_t(AF_INET6)
    loopback.sin6_addr = in6addr_loopback
    let address = withUnsafePointer(to: &loopback) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { IPAddress($0) }
    }
    #expect(address == IPAddress("::1"))
    // Skips the test on a machine without IPv6.
    guard let server = try? RawServer(isIPv6: true, answering: { _ in RawServer.ok("six") }) else { return }
    defer { server.stop() }
    let request = HTTPRequest(server.url, hosts: try HostPatterns(["[::1]:\(server.port)"]))
    #expect(try await LiveHTTPClient().send(request).body == Array("six".utf8))
  }

  @Test("an IPv4-mapped socket address is equal to the IPv4 address")
  func sockets() {
    var mapped = sockaddr_in6()
    mapped.sin6_family = sa_family_t(AF_INET6)
    inet_pton(AF_INET6, "::ffff:127.0.0.1", &mapped.sin6_addr)
    let address = withUnsafePointer(to: &mapped) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { IPAddress($0) }
    }
    #expect(address == IPAddress("127.0.0.1"))
    #expect(address != IPAddress("127.0.0.2"))
    #expect(IPAddress("localhost") == nil)
  }
}
