import Platform
import UDFHost

/// Runs what waits for answers on a thread of its own: they come on those that tests run on, of which there may be two.
package func onOwnThread<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
  let result: Result<Answer, any Error> = await withCheckedContinuation { continuation in
    _ = BackgroundThread.start { continuation.resume(returning: Result { try body() }) }
  }
  return try result.get()
}
