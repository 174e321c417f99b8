import Ownership
import Platform
import Synchronization

/// The errors of calls that do not come from a host's owner.
final class ForeignCalls: Sendable {
  private let owner: Owner
  private let reportRefusal: @Sendable (HostError) -> Void
  private let hasReported = Atomic(false)

  /// - Parameter report: called once, on any thread, with the first refusal that cannot be thrown.
  init(to owner: Owner, report: @escaping @Sendable (HostError) -> Void = ForeignCalls.print) {
    self.owner = owner
    reportRefusal = report
  }

  /// Returns the error for a call of `entry` from elsewhere.
  @inline(never) func refusal(of entry: StaticString) -> HostError {
    HostError(
      code: "owner",
      message: """
        \(entry): only the \(owner.name) that made this host may call it
          The call was refused and the state is unchanged.
          To fix this, call it there, or send through the host's handle, which any thread may use: \
        host.handle.send("feature/action")
        """)
  }

  /// Reports the first refused call.
  @inline(never) func report(_ entry: StaticString) {
    if !hasReported.exchange(true, ordering: .relaxed) { reportRefusal(refusal(of: entry)) }
  }

  /// Writes an error to standard error.
  static func print(_ error: HostError) {
    let text = Array((error.message + "\n").utf8)
    _ = write(STDERR_FILENO, text, text.count)
  }
}
