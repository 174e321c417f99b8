import HostTesting
import Testing
import UDFHost
import UDFServices
import UDFTooling

@Suite("the log service")
struct LogTests {
  private static let feature = Source.feature(
    """
      name = "a", uses = { "log" },
      effects = {
        both = function(cx)
          cx.log("warning", "by cx", { n = 1 })
          cx.services.log.warning("by the service", { n = 1 })
        end,
      },
    """)

  @Test("writes to the same log as cx.log: to events, and to the sink")
  func both() async throws {
    let core = TestCore()
    let app = try TestHost(["a": Self.feature]) { $0.core = core }
    try app.host.send("a/both")
    #expect(app.logs == ["warning by cx", "warning by the service"])
    #expect(
      core.log.entries
        == ["by cx", "by the service"].map {
          LogEntry(app: "test", level: .warning, message: $0, fields: ["n": 1])
        })
  }

  @Test("has a method for each level, and a message must be a text")
  func levels() async throws {
    let probe = try ServiceProbe("log") { $0.core = TestCore() }
    for level in ["debug", "info", "notice", "warning", "error"] { try await probe.call("log.\(level)", "m") }
    #expect(probe.app.logs == ["debug m", "info m", "notice m", "warning m", "error m"])
    #expect(
      await probe.failure("log.info", 7)
        == "arguments: log.info: message must be a string, got number 7\n"
        + "  Signature: log.info(message: string, fields: table?)")
  }
}
