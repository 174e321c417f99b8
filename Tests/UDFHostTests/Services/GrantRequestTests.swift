import FolderTesting
import HostTesting
import Platform
import Testing
import UDFHost
import UDFServices

@Suite("grants that an app requests in a program")
struct GrantRequestTests {
  private func probe(_ grants: String, configure: (inout HostConfiguration) -> Void) throws -> TestHost {
    try TestHost(["app": Source.app([], more: ", grants = { \(grants) }")], configure: configure)
  }

  @Test("are refused if the program does not decide")
  func refused() async throws {
    let other = try TemporaryFolder()
    let path = try other.save("secret", to: "file.txt")
    let probe = try ServiceProbe.files(more: ", grants = { files = { \"/\" } }") {
      $0.decideGrants = HostConfiguration(app: "").decideGrants
    }
    #expect(await probe.failure("files.read", .string(path)) == ServiceProbe.fileRefusal(path))
  }

  @Test("are decided once, with absolute paths, unless they are already granted")
  func asked() throws {
    let requests = Guarded<[GrantRequest]>([])
    let app = try probe("files = { 'data', '/etc/../etc/hosts' }, env = { 'A', 'B' }, hosts = { 'x.example.com' }") {
      $0.grants = [Grant(.env, "A"), Grant(.files, "/etc/hosts")]
      $0.decideGrants = { request in
        requests.withLock { $0.append(request) }
        return [Grant(.env, "B"), Grant(.env, "C")]
      }
    }
    let folder = try #require(DiskFiles().realPath(app.folder.path))
    #expect(
      requests.withLock { $0 } == [
        GrantRequest(
          app: "test", file: "\(folder)/app.lua",
          grants: [Grant(.env, "B"), Grant(.files, "\(folder)/data"), Grant(.hosts, "x.example.com")])
      ])
    app.host.reload(reset: false)
    #expect(requests.withLock { $0.count } == 1)
    #expect(app.host.requestedGrants.count == 5)
  }

  @Test(
    "are already granted if a pattern includes the host",
    arguments: [
      ("*:*", "*.example.com:8080", true), ("*", "example.com", true), ("*", "example.com:8080", false),
      ("*.example.com", "api.example.com", true), ("*.example.com", "*.api.example.com", true),
      ("*.api.example.com", "*.example.com", false), ("*.example.com", "example.com", false),
      ("example.com", "example.com:443", true), ("example.com:443", "example.com", false),
      ("127.0.0.1:*", "127.0.0.1:8080", true), ("127.0.0.1:8080", "127.0.0.1:*", false),
    ])
  func patterns(granted: String, asked: String, isCovered: Bool) throws {
    let wasAsked = Guarded(false)
    _ = try probe("hosts = { '\(asked)' }") {
      $0.grants = [Grant(.hosts, granted)]
      $0.decideGrants = { _ in
        wasAsked.withLock { $0 = true }
        return []
      }
    }
    #expect(wasAsked.withLock { $0 } != isCovered)
  }

  @Test("are not extended by a reload, which reports that once")
  func reload() throws {
    let app = try probe("env = { 'A' }") { $0.decideGrants = { $0.grants } }
    let more = Source.app([], more: ", grants = { env = { 'A' }, hosts = { 'x.example.com' }, files = { '/e\\27[m' } }")
    #expect(try app.reload("app", as: more)?.ok == true)
    #expect(try app.reload("app", as: more + " ")?.ok == true)
    #expect(
      app.logs == [
        "warning app.lua now requests more: files \"/e\\x1B[m\", hosts \"x.example.com\"; the app continues with the "
          + "earlier grants. To decide about it, restart the app."
      ])
    let problem = app.failure("services.http.get('http://x.example.com/')")
    #expect(problem.hasPrefix("x.example.com: scripts may not") || problem.contains("--grant hosts=x.example.com"))
  }

  @Test("that cannot be read by a person, and more than fifty of them, are refused")
  func unreadable() {
    func problem(_ grants: String) -> Substring {
      failure { _ = try probe(grants) { _ in } }.split(separator: "\n").first ?? ""
    }
    #expect(
      problem("files = { '' }") == "app.lua:2:61: udf.app: grants.files: a value must be a text without zero bytes")
    #expect(
      problem("env = { 'A\\0B' }") == "app.lua:2:61: udf.app: grants.env: a value must be a text without zero bytes")
    let many = (1...51).map { "'V\($0)'" }.joined(separator: ", ")
    #expect(problem("env = { \(many) }") == "app.lua:2:50: udf.app: grants must have at most 50 values, got 51")
  }
}
