import Platform
import UDF
import UDFServices

/// The outcome of a call that the prompt waits for, when it has ended.
final class AwaitedCall: Sendable {
  let value = Guarded<CallOutcome?>(nil)
}
