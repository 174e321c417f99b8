import LuaRuntime
import Platform
import UDFSync

/// Calls functions of a sync feature for its engine, from any thread.
///
/// A call waits until the host's owner has run the function and has called ``answer(_:_:isRaised:)``.
package final class ScriptCalls: Sendable {
  private struct Calls {
    var waiting: [Int: CheckedContinuation<Result<Value, RemoteFailure>, Never>] = [:]
    var last = 0
  }

  /// The error codes of the engine that a function may raise.
  private static let codes: [RemoteFailure.Code] = [.unauthorized, .outdated, .expired]

  package let collection: String
  private let inbox: Inbox<EngineEvent>
  private let calls = Guarded(Calls())
  let authHeaders = Guarded(Headers())

  package init(_ collection: String, inbox: Inbox<EngineEvent>) {
    self.collection = collection
    self.inbox = inbox
  }

  /// Calls a function and returns its result. Throws the error that it raises.
  package func call(_ function: String, _ arguments: [Value]) async throws(RemoteFailure) -> Value {
    let call = ScriptCall(
      number: calls.withLock { calls in
        calls.last += 1
        return calls.last
      }, function: function, arguments: arguments)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        calls.withLock { $0.waiting[call.number] = continuation }
        inbox.post(.called(call))
        if Task.isCancelled { abandon(call) }
      }
    } onCancel: {
      abandon(call)
    }
    return try result.get()
  }

  private func abandon(_ call: ScriptCall) {
    if answer(call.number, .failure(RemoteFailure(.cancelled, "\(collection): the call was cancelled"))) {
      inbox.post(.abandoned(call))
    }
  }

  private func answer(_ number: Int, _ result: Result<Value, RemoteFailure>) -> Bool {
    guard let continuation = calls.withLock({ $0.waiting.removeValue(forKey: number) }) else { return false }
    continuation.resume(returning: result)
    return true
  }

  /// Resumes a call with the result or the error of its function. Returns false if no call waits for it.
  ///
  /// A raised error is a failure of the transport, whatever its code: the http service raises `refused` if no server
  /// listens. The codes in ``codes`` describe the server as a whole. Only a result of `push` can refuse a mutation.
  package func answer(_ number: Int, _ value: Value, isRaised: Bool) -> Bool {
    guard isRaised else { return answer(number, .success(value)) }
    let message = value["message"].text ?? value.text ?? value.shown
    let code = ScriptCalls.codes.first { value["code"] == .string($0.rawValue) } ?? .unavailable
    return answer(number, .failure(RemoteFailure(code, message, retryAfter: value["retryAfter"].double)))
  }
}
