import Ownership
import Platform
import Synchronization
import UDF

/// The owner of a host, with the errors for calls from elsewhere.
///
/// The last reference to a host may be released anywhere.
final class HostOwner: Sendable {
  /// Compared directly, so that a check retains nothing.
  let owner: Owner
  private let reportRefusal: @Sendable (HostError) -> Void
  private let hasReported = Atomic(false)

  /// Makes the owner for objects that the caller makes.
  ///
  /// - Parameters:
  ///   - isolation: the actor to which the caller is isolated.
  ///   - report: called once, on any thread, with the first refusal that cannot be thrown.
  init(_ isolation: (any Actor)?, report: @escaping @Sendable (HostError) -> Void = HostOwner.print) {
    owner = Owner(isolation)
    reportRefusal = report
  }

  /// Whether the main actor is the owner.
  var isMain: Bool { owner.isMain }
  /// Whether the caller runs on the owner.
  @inline(__always) var isCurrent: Bool { owner.isCurrent }

  /// Throws a ``HostError`` with the code `owner` if the caller does not run on the owner.
  @inline(__always) func require(_ entry: StaticString = #function) throws(HostError) {
    if !isCurrent { throw refusal(of: entry) }
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
