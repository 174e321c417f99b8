import Dispatch
import Platform
import UDF
import UDFHost
import UDFServices

/// A service whose calls end on another thread, when the test lets them.
package final class GateService: Sendable {
  private struct Call {
    var stream: AsyncStream<Never>
    var continuation: AsyncStream<Never>.Continuation
  }

  private let calls = Guarded<[Int: Call]>([:])

  package init() {}

  /// Announces a call, which may be let through from now on.
  package func announce(_ number: Int) {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    calls.withLock { $0[number] = Call(stream: stream, continuation: continuation) }
  }

  /// Lets a call through, from another thread.
  package func open(_ number: Int) {
    let call = calls.withLock { $0.removeValue(forKey: number) }
    DispatchQueue.global().async { call?.continuation.finish() }
  }

  /// The method. A stubborn call ends only when the test lets it, even if no caller waits for it.
  package func wait(_ number: Int, isStubborn: Bool) async throws -> Value {
    if let stream = calls.withLock({ $0[number]?.stream }) {
      if isStubborn { await Task { for await _ in stream {} }.value } else { for await _ in stream {} }
    }
    if !isStubborn { try Task.checkCancellation() }
    if number.isMultiple(of: 7) { throw ServiceError(code: "refused", message: "planned: \(number)") }
    return .integer(Int64(number))
  }
}
