import LuaRuntime
import UDFNetwork

extension HostService {
  /// `cx.services.http`: requests to the hosts that are granted.
  static func http(
    _ client: any HTTPClient, _ environment: any EnvironmentSource, _ permissions: CurrentPermissions
  ) -> HostService {
    @Sendable func send(_ call: ServiceCall, method: String, _ options: Record) async throws -> Value {
      if let problem = HTTPOptions.problem(options) { throw refusal(call, problem) }
      let url = try call.name("url")
      var request: HTTPRequest
      do throws(HTTPOptionError) {
        request = try HTTPOptions.request(url, method: method, options)
      } catch {
        throw refusal(call, error.text)
      }
      let granted = permissions.value
      request.hosts = granted.hosts
      request.proxies = HTTPProxies { granted.environment.contains($0) ? environment.value(of: $0) : nil }
      do throws(HTTPFailure) {
        // Checked here, because not every client checks the hosts.
        try request.validate()
        return try await client.send(request).value(for: request, options)
      } catch {
        let advice = error.missingHost.map { "; \(Grant(.hosts, $0).advice)" } ?? ""
        throw ServiceError(code: error.code.rawValue, message: error.message + advice)
      }
    }

    @Sendable func refusal(_ call: ServiceCall, _ problem: String) -> ServiceError {
      let options = HTTPOptions.parameters.map(\.key).joined(separator: ", ")
      return ServiceError(
        code: "arguments", message: "http.\(call.method): \(problem)\n  The options are \(options).")
    }

    func method(_ name: String, _ method: String, doc: String) -> ServiceMethod {
      ServiceMethod(awaiting: name, ["url": "string", "options": "table?"], returns: "table", doc: doc) { call in
        try await send(call, method: method, call["options"].fields)
      }
    }

    let all: KeyValuePairs<String, Value> = [
      "url": "string", "method": "string?", "headers": "table?", "query": "table?", "body": "string?", "json": "any?",
      "form": "table?", "nulls": "boolean?", "timeout": "number?", "progressTimeout": "number?",
      "redirects": "integer?",
      "maxBytes": "integer?",
    ]
    return HostService(
      "http", doc: "Requests to the hosts that are granted; gives { status, ok, headers, body, json, url }.",
      [
        ServiceMethod(
          awaiting: "request", all, returns: "table",
          doc:
            "Any request. json is sent as JSON, form as the fields of an HTML form; json = true: the response must be JSON; nulls = false: its fields that are null are nil. "
            + "The defaults: timeout 30 seconds in all, progressTimeout 60 seconds without a byte, up to 5 redirects, a body of at most 64 MiB (maxBytes)."
        ) { call in
          var options = call.arguments
          options["url"] = .none
          options["method"] = .none
          return try await send(call, method: call["method"] == .none ? "GET" : call.name("method"), options)
        },
        method("get", "GET", doc: "Sends a GET request."),
        method("post", "POST", doc: "Sends a POST request."),
        method("put", "PUT", doc: "Sends a PUT request."),
        method("patch", "PATCH", doc: "Sends a PATCH request."),
        method("delete", "DELETE", doc: "Sends a DELETE request."),
      ])
  }
}
