import Foundation
import SocketTesting
import Testing
import UDFHost

@Suite("a failed request of a script")
struct ScriptFaultTests {
  private static let app = """
    local udf = require "udf"
    local probe = udf.feature {
      name = "probe", uses = { "http" }, state = { told = {} },
      actions = { ask = { url = "string", options = "table" }, failed = { problem = "any?" } },
      reduce = { failed = function(state, action) state.told = action.problem end },
      effects = {
        ask = function(cx, action)
          local ok, problem = pcall(cx.services.http.get, action.url, action.options)
          cx.send { type = "failed", problem = not ok and problem or "there was an answer" }
        end,
      },
    }
    return udf.app { name = "probe", features = { probe }, grants = { hosts = { "127.0.0.1:*" } } }
    """

  /// The result of `pcall` in a script that sends this request.
  private func told(_ url: String, _ options: Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("udfhost-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("app.lua")
    try Data(ScriptFaultTests.app.utf8).write(to: file)
    var configuration = HostConfiguration(app: file.path)
    configuration.watch = .off
    configuration.decideGrants = { $0.grants }
    let host = try AppHost(configuration)
    try host.send("probe/ask", ["url": .string(url), "options": options])
    while !host.isSettled {
      host.poll()
      await Task.yield()
    }
    return try host.value(at: "probe.told")
  }

  @Test(
    "raises a table: a code, the request, how to fix it, and the call", arguments: ScriptFault.allCases)
  func fault(_ fault: ScriptFault) async throws {
    let server = try RawServer(fault.serve)
    defer { server.stop() }
    let port = try fault == .refused ? RawServer.freePort() : server.port
    let host = "127.0.0.1:\(port)"
    let url = "http://\(host)/start"
    #expect(
      try await told(url, fault.options) == [
        "code": .string(fault.code), "message": .string("GET \(url): \(fault.problem(at: host))"),
        "service": "http", "method": "get",
      ])
  }
}
