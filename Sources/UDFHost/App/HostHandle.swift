import LuaRuntime
import Platform
import UDF

/// What other threads may do with a host: send actions, first in, first out, and stop the script that runs.
///
///     let handle = host.handle
///     Thread.detachNewThread { handle.send("counter/inc", ["by": 1]) }
public struct HostHandle: Sendable {
  private let actions: Send<HostAction>
  private let target: InterruptTarget
  private let bell: WakeBell

  init(_ actions: Send<HostAction>, machine: LuaMachine, bell: WakeBell) {
    self.actions = actions
    target = InterruptTarget(machine.pointer)
    self.bell = bell
  }

  /// Sends an action, to be reduced when the owner polls; after the host has ended it does nothing.
  public func send(_ type: String, _ fields: Record = [:]) {
    actions(.named(type, fields, id: -1, origin: .native))
  }

  /// Stops the script that runs now; state and session stay. Nothing happens while none runs.
  public func interrupt() {
    target.interrupt()
    bell.ring()
  }

  /// Calls `body`, on any thread, when ``AppHost/poll()`` has something to do; a second call replaces the first.
  public func onWake(_ body: @escaping @Sendable () -> Void) { bell.onRing(body) }

  func close() { target.close() }
}

/// The machine to interrupt, as long as it is there. Unchecked: the pointer is only used under the lock, and the kernel's
/// interrupt may be called from any thread.
private final class InterruptTarget: @unchecked Sendable {
  private let lock = Guarded(())
  private var pointer: OpaquePointer?

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  func interrupt() { lock.withLock { _ in if let pointer { LuaMachine.interrupt(pointer) } } }
  func close() { lock.withLock { _ in pointer = nil } }
}
