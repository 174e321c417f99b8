import LuaRuntime
import Platform
import UDF
import UDFSync

/// A remote whose requests are made by functions of the feature: an adapter to a server that does not speak the protocol.
///
/// Who calls waits until the host's owner has run the function and calls ``answer(_:_:isRaised:)``.
final class ScriptRemote: RemoteStore {
  private struct Calls {
    var waiting: [Int: CheckedContinuation<Result<Value, RemoteFailure>, Never>] = [:]
    var last = 0
  }

  /// The codes that a function may raise.
  private static let codes: [RemoteFailure.Code] = [.unauthorized, .outdated, .expired]

  private let collection: SyncCollection
  private let pushes: Bool
  private let inbox: SyncInbox
  private let calls = Guarded(Calls())

  init(_ collection: SyncCollection, pushes: Bool, inbox: SyncInbox) {
    self.collection = collection
    self.pushes = pushes
    self.inbox = inbox
  }

  func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply {
    let asked: Value = [
      "since": Value(request.token), "etag": Value(request.etag), "limit": .integer(Int64(request.limit)),
      "client": .string(request.client), "schema": .integer(Int64(request.schema)),
    ]
    let answer = try await call("pull", asked)
    if answer["notModified"] == true {
      return .notModified(age: try ScriptAnswer(fields: answer, collection: collection.name).age)
    }
    return .page(try ScriptPage(answer, of: collection).page)
  }

  func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply {
    guard pushes else {
      throw RemoteFailure(
        .unsupported, "\(collection.name): remote has no push, so nothing can be changed on the server; give it one")
    }
    let answer = try await call("push", .list(request.mutations.map(\.plain)))
    return try PushReply(answer, to: request, of: collection)
  }

  private func call(_ function: String, _ request: Value) async throws(RemoteFailure) -> Value {
    let call = ScriptCall(
      number: calls.withLock { calls in
        calls.last += 1
        return calls.last
      }, function: function, request: request)
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
    if answer(call.number, .failure(RemoteFailure(.cancelled, "\(collection.name): nobody waits any more"))) {
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
    let code = ScriptRemote.codes.first { value["code"] == .string($0.rawValue) } ?? .unavailable
    return answer(number, .failure(RemoteFailure(code, message, retryAfter: value["retryAfter"].double)))
  }
}
