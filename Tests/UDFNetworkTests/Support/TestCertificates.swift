import Foundation

/// Certificates for TLS tests, made with `openssl` in a temporary folder: one of an authority, and one per server name.
final class TestCertificates {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("udf-tls-\(UUID().uuidString)")
  private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]

  /// The file with the certificate of the trusted authority.
  var authority: String { path("ca.pem") }
  /// The file with the private key of all servers.
  var key: String { path("server.key") }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = ["-subj", "/CN=udf test authority"]
    try openssl(["req", "-x509"] + Self.newKey + name + ["-keyout", path("ca.key"), "-out", authority])
    try openssl(["req"] + Self.newKey + name + ["-keyout", key, "-out", path("request")])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A certificate for a name, signed by the authority.
  func signed(for name: String, days: Int = 30) throws -> String {
    let file = path("\(name)\(days).pem")
    try openssl(["req", "-new", "-key", key, "-out", path("request")] + subject(name))
    try openssl([
      "x509", "-req", "-in", path("request"), "-copy_extensions", "copy", "-CA", authority, "-CAkey", path("ca.key"),
      "-CAcreateserial", "-days", "\(days)", "-out", file,
    ])
    return file
  }

  /// A self-signed certificate for a name.
  func selfSigned(for name: String) throws -> String {
    let file = path("\(name)-self-signed.pem")
    try openssl(["req", "-x509", "-key", key, "-out", file] + subject(name))
    return file
  }

  private func subject(_ name: String) -> [String] {
    ["-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:\(name)"]
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func openssl(_ arguments: [String]) throws {
    try TestProcess("openssl", arguments, package: "openssl").wait()
  }
}
