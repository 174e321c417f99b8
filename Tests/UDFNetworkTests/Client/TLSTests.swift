import Foundation
import Testing
import UDFNetwork

@Suite("TLS", .timeLimit(.minutes(60)))
struct TLSTests {
  /// Sends a request to https://localhost, whose server has this certificate. Returns the status as text, or the failure without
  /// its URL.
  private func result(
    _ certificate: (TestCertificates) throws -> String, trusting isTrusted: Bool = true
  ) async throws -> String {
    let certificates = try TestCertificates()
    let server = try TestProcess(
      "openssl",
      ["s_server", "-accept", "127.0.0.1:0", "-www", "-key", certificates.key, "-cert", try certificate(certificates)],
      package: "openssl")
    let port = try server.line(after: "ACCEPT 127.0.0.1:")
    let http = LiveHTTPClient(certificates: isTrusted ? certificates.authority : nil)
    defer { withExtendedLifetime(server) {} }
    do throws(HTTPFailure) {
      return "\(try await http.send(HTTPRequest("https://localhost:\(port)/")).status)"
    } catch {
      return "\(error.code): \(error.message.replacing("GET https://localhost:\(port)/: ", with: ""))"
    }
  }

  @Test("a certificate for the server's name from a trusted authority is accepted")
  func trusted() async throws { #expect(try await result { try $0.signed(for: "localhost") } == "200") }

  @Test("a certificate for another name")
  func wrongName() async throws {
    #expect(
      try await result { try $0.signed(for: "other.test") }
        == "tls: no secure connection (the certificate is not for localhost); "
        + "ask for a name that the certificate is for, or give the server a certificate for localhost")
  }

  @Test("an expired certificate")
  func expired() async throws {
    #expect(
      try await result { try $0.signed(for: "localhost", days: -1) }
        == "tls: no secure connection (the certificate has expired); "
        + "renew the server's certificate, or see this machine's clock")
  }

  @Test("a self-signed certificate")
  func selfSigned() async throws {
    #expect(
      try await result { try $0.selfSigned(for: "localhost") }
        == "tls: no secure connection (the certificate is self-signed); give the server one of a certificate authority, "
        + "or add this one to those that this machine trusts")
  }

  @Test("a certificate from an authority that the system does not trust")
  func untrusted() async throws {
    #expect(
      try await result({ try $0.signed(for: "localhost") }, trusting: false)
        == "tls: no secure connection (the certificate is of an authority that this machine does not trust); "
        + "add that authority's certificate to those that this machine trusts, or let the server send the whole chain")
  }
}
