import Platform
import UDF
import UDFServices

/// The outcome of a call that the prompt waits for, once it is there.
final class AwaitedCall: Sendable {
  let value = Guarded<CallOutcome?>(nil)
}
