import HostTesting
import Testing
import UDFHost
import UDFServices
import UDFTooling

@Suite("the env service")
struct EnvironmentTests {
  private static func probe(more: String = "", grants: [Grant] = []) throws -> ServiceProbe {
    try ServiceProbe("env", more: more) {
      $0.core = TestCore(environment: ["USER": "ann", "TOKEN": "secret"])
      $0.grants = grants
    }
  }

  @Test("returns a granted variable, nil if it is not set")
  func granted() async throws {
    let probe = try Self.probe(more: ", grants = { env = { \"USER\", \"NOTHING\" } }")
    #expect(try await probe.call("env.get", "USER") == "ann")
    #expect(try await probe.call("env.get", "NOTHING") == .none)
    #expect(try await Self.probe(grants: [Grant(.env, "TOKEN")]).call("env.get", "TOKEN") == "secret")
  }

  @Test("reveals nothing about other variables, not even whether they are set")
  func refused() async throws {
    let probe = try Self.probe(more: ", grants = { env = { \"USER\" } }")
    for name in ["TOKEN", "NOTHING", ""] {
      #expect(
        await probe.failure("env.get", .string(name))
          == "notGranted: \(name): scripts may not read this variable; grant it with --grant env=\(name), "
          + "or with --allow-requested if udf.app asks for it: grants = { env = { \"\(name)\" } }")
    }
  }

  @Test("refuses a grant that is not a list of names at load")
  func wrong() {
    func message(_ grants: String) -> String {
      // The lines of the file follow.
      let lines = failure { _ = try Self.probe(more: ", grants = { \(grants) }") }.split(separator: "\n")
      return lines.prefix { !$0.contains(" | ") }.joined(separator: "\n")
    }
    #expect(
      message("env = \"USER\"") == "app.lua:2:76: udf.app: grants.env must be a list of strings, got string \"USER\"")
    #expect(message("env = { 7 }") == "app.lua:2:76: udf.app: grants.env[1] must be a string, got number 7")
    #expect(
      message("'hosts=127.0.0.1'") == """
        app.lua:2:65: udf.app: grants is a list, and must be a table with the keys files, env and hosts
          To fix this, write for example: grants = { hosts = { "example.org" } }
        """)
    #expect(message("evn = {}") == "app.lua:2:76: udf.app: grants.evn is unknown. Did you mean \"env\"?")
  }
}
