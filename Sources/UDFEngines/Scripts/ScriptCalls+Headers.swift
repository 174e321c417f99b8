import LuaRuntime
import UDFNetwork
import UDFSync

extension ScriptCalls {
  struct Headers {
    /// The last result of `auth`.
    var kept: HTTPHeaders?
    /// The number of times that `kept` was removed, so that the result of an earlier call is not kept.
    var forgotten = 0
  }

  /// Returns the headers from `auth`. They are kept until the server refuses them or they are removed.
  package func headers(isRefused: Bool) async throws(RemoteFailure) -> HTTPHeaders {
    let known = authHeaders.withLock(\.self)
    if !isRefused, let kept = known.kept { return kept }
    let answer = try await call("auth", [["refused": .boolean(isRefused)]])
    guard case .map(let fields) = answer, fields.allSatisfy({ $0.value.text != nil }) else {
      throw RemoteFailure(
        .unauthorized, "\(collection): auth must return a table of headers with strings, returned \(answer.shown)")
    }
    var made = HTTPHeaders()
    for (name, value) in fields { made[name] = value.text }
    return authHeaders.withLock { headers in
      if headers.forgotten == known.forgotten { headers.kept = made }
      return made
    }
  }

  /// Removes the kept headers, so that the next request calls `auth` again.
  package func forgetHeaders() { authHeaders.withLock { $0 = Headers(forgotten: $0.forgotten + 1) } }
}
