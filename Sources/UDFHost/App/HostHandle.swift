import LuaRuntime
import Platform
import UDF

/// The operations of a host for other threads: send actions, first in, first out, and stop the running script.
///
///     let handle = host.handle
///     Thread.detachNewThread { handle.send("counter/inc", ["by": 1]) }
public struct HostHandle: Sendable {
  /// A function that another thread hands over. It runs on the host's owner, also while the host shows a past state.
  typealias Job = @Sendable () -> Void

  private let actions: Send<HostAction>
  let jobs: Inbox<Job>
  private let target: InterruptTarget
  private let bell: WakeBell

  init(_ actions: Send<HostAction>, machine: LuaMachine, bell: WakeBell) {
    self.actions = actions
    target = InterruptTarget(machine.pointer)
    self.bell = bell
    jobs = Inbox(bell: bell)
  }

  /// Queues an action until the owner polls. Does nothing after the host has ended. With `byUser` it has the origin
  /// ``Origin/event``, so that ``AppHost/undo(_:)`` removes it.
  public func send(_ type: String, _ fields: Record = [:], byUser: Bool = false) {
    actions(.named(type, fields, id: -1, origin: byUser ? .event : .native))
  }

  /// Queues an action of a native feature. Throws a `ValueCodingError` if it has no plain form.
  public func send<Feature: NativeFeature>(
    _ action: Feature.Action, of feature: Feature, byUser: Bool = false
  ) throws {
    let (name, fields) = try feature.plain(action)
    send("\(feature.name)/\(name)", fields, byUser: byUser)
  }

  /// Runs `body` on the owner, at a poll during which no script, dispatch or other body runs. Bodies run first in,
  /// first out, also at a past point.
  package func perform(_ body: @escaping @Sendable () -> Void) { jobs.post(body) }

  /// Stops the running script; state and session stay. Does nothing while no script runs.
  public func interrupt() {
    target.interrupt()
    bell.ring()
  }

  /// Calls `body`, on any thread, when ``AppHost/poll()`` has something to do; a second call replaces the first.
  public func onWake(_ body: @escaping @Sendable () -> Void) { bell.onRing(body) }

  func close() { target.close() }
}

/// The machine to interrupt, until it is released. Unchecked: the pointer is used only under the lock, and any thread
/// may call the kernel's interrupt function.
private final class InterruptTarget: @unchecked Sendable {
  private let lock = Guarded(())
  private var pointer: OpaquePointer?

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  func interrupt() { lock.withLock { _ in if let pointer { LuaMachine.interrupt(pointer) } } }
  func close() { lock.withLock { _ in pointer = nil } }
}
