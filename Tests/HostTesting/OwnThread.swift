import Platform
import UDFHost

/// Runs a function that waits for answers on an own thread. Answers arrive on the threads of the tests, and there may be only two.
package func onOwnThread<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
  let result: Result<Answer, any Error> = await withCheckedContinuation { continuation in
    _ = BackgroundThread.start { continuation.resume(returning: Result { try body() }) }
  }
  return try result.get()
}
