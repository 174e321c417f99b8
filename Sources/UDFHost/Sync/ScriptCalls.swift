import LuaRuntime
import Platform
import UDFSync

/// Calls functions of a sync feature for its engine, from any thread.
///
/// A call waits until the host's owner has run the function and has called ``answer(_:_:isRaised:)``.
final class ScriptCalls: Sendable {
  private struct Calls {
    var waiting: [Int: CheckedContinuation<Result<Value, RemoteFailure>, Never>] = [:]
    var last = 0
  }

  /// The codes that a function may raise.
  private static let codes: [RemoteFailure.Code] = [.unauthorized, .outdated, .expired]

  private let collection: String
  private let inbox: SyncInbox
  private let calls = Guarded(Calls())

  init(_ collection: String, inbox: SyncInbox) {
    self.collection = collection
    self.inbox = inbox
  }

  /// Returns what the function has returned. Throws what it has raised.
  func call(_ function: String, _ arguments: [Value]) async throws(RemoteFailure) -> Value {
    let call = ScriptCall(
      number: calls.withLock { calls in
        calls.last += 1
        return calls.last
      }, function: function, arguments: arguments)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        calls.withLock { $0.waiting[call.number] = continuation }
        inbox.post(.asked(call))
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

  /// Resumes a call with what its function has returned or raised; false if nothing waits for it.
  ///
  /// A raised error is a failure of the transport, whatever its code: the http service raises `refused` where nothing listens.
  /// The codes of ``codes`` describe the server as a whole. A mutation is refused only by what `push` returns.
  func answer(_ number: Int, _ value: Value, isRaised: Bool) -> Bool {
    guard isRaised else { return answer(number, .success(value)) }
    let message = value["message"].text ?? value.text ?? value.shown
    let code = ScriptCalls.codes.first { value["code"] == .string($0.rawValue) } ?? .unavailable
    return answer(number, .failure(RemoteFailure(code, message, retryAfter: value["retryAfter"].double)))
  }
}
