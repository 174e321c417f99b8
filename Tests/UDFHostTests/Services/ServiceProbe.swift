import HostTesting
import UDFHost
import UDFServices

/// An app with a feature that calls any service and keeps what came of it.
final class ServiceProbe {
  let app: TestHost

  /// - Parameter uses: the services that it may reach.
  init(
    _ uses: String..., more: String = "", configure: (inout HostConfiguration) -> Void = { _ in }
  ) throws {
    let probe = """
      local udf = require "udf"
      return udf.feature {
        name = "probe",
        uses = { \(uses.map { "\"\($0)\"" }.joined(separator: ", ")) },
        state = { results = {} },
        actions = {
          call = { service = "string", method = "string", arguments = "table" },
          each = { service = "string", method = "string", arguments = "table" },
          done = { result = "any?", error = "any?" },
        },
        reduce = { done = function(state, action) state.results = { result = action.result, error = action.error } end },
        effects = {
          call = function(cx, action)
            local ok, result = pcall(cx.services[action.service][action.method], table.unpack(action.arguments))
            if ok then cx.send { type = "done", result = result } else cx.send { type = "done", error = result } end
          end,
          each = function(cx, action)
            local items = udf.list {}
            local ok, problem = pcall(function()
              for item in cx.services[action.service][action.method](table.unpack(action.arguments)) do
                items[#items + 1] = item
              end
            end)
            if ok then cx.send { type = "done", result = items } else cx.send { type = "done", error = problem } end
          end,
        },
      }
      """
    app = try TestHost(["probe": probe, "app": Source.app(["probe"], more: more)], configure: configure)
  }

  /// The result of `call("json.decode", "[]")`. Throws the error that it raises.
  @discardableResult
  func call(_ method: String, _ arguments: Value...) async throws -> Value {
    try await run("call", method, arguments)
  }

  /// All that the iterator gives which a call gives.
  func each(_ method: String, _ arguments: Value...) async throws -> Value {
    try await run("each", method, arguments)
  }

  private func run(_ action: String, _ method: String, _ arguments: [Value]) async throws -> Value {
    let parts = method.split(separator: ".").map(String.init)
    try app.host.send(
      "probe/\(action)",
      ["service": .string(parts[0]), "method": .string(parts[1]), "arguments": .list(arguments)])
    await app.settled()
    let results = try app.state("probe.results")
    if case .string(let message) = results["error"] { throw ServiceError(code: "raised", message: message) }
    if case .string(let code) = results["error"]["code"], case .string(let message) = results["error"]["message"] {
      throw ServiceError(code: code, message: message)
    }
    return results["result"]
  }

  /// What a call raises, as `code: message`; an empty text if it raises nothing.
  func failure(_ method: String, _ arguments: Value...) async -> String { await failure("call", method, arguments) }

  /// The error of an iteration over the result of a call.
  func eachFailure(_ method: String, _ arguments: Value...) async -> String { await failure("each", method, arguments) }

  private func failure(_ action: String, _ method: String, _ arguments: [Value]) async -> String {
    do {
      _ = try await run(action, method, arguments)
      return ""
    } catch let error as ServiceError {
      return "\(error.code): \(error.message)"
    } catch {
      return "another error: \(error)"
    }
  }
}
