internal import CCurl
import Foundation
import Platform
import UDF

/// The thread that runs a client's transfers, and its mailbox. Any thread may post commands.
///
/// The thread starts with the first transfer. It ends when the loop is closed and the last transfer has ended, or after the
/// idle time without a transfer, and then closes all connections. After an idle end, the next transfer starts a new thread.
final class TransferLoop: Sendable {
  enum Command {
    case start(Transfer)
    case stop(Transfer)
    case resume(Transfer)
    /// Ends every transfer.
    case stopAll
  }

  // Unchecked because of the pointer, which is used only under the lock and by the thread.
  fileprivate struct State: @unchecked Sendable {
    var commands: [Command] = []
    /// The libcurl handle of the running thread; nil if no thread is running.
    var multi: UnsafeMutableRawPointer?
    var isClosed = false
    var waitingForEnd: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())
  /// A PEM file with the certificates to trust; nil means those of the system.
  private let certificates: String?
  /// Seconds without a transfer after which the thread ends and closes its connections.
  private let idleTime: Double

  init(certificates: String?, idleTime: Double) {
    self.certificates = certificates
    self.idleTime = idleTime
  }

  /// Starts a transfer. The transfer fails if the loop is closed or cannot start its thread.
  func start(_ transfer: Transfer) {
    let failure: HTTPFailure? = state.withLock { state in
      if state.isClosed { return .shutDown(transfer.request) }
      if state.multi == nil { state.multi = startThread() }
      guard state.multi != nil else {
        return .unsendable(
          transfer.request, "no memory, file descriptors or threads are left",
          fix: "close what this process does not need, or raise its limits")
      }
      state.post(.start(transfer))
      return nil
    }
    if let failure { transfer.end(.failure(failure)) }
  }

  /// Passes a command to the thread; does nothing if no thread is running.
  func post(_ command: Command) { state.withLock { $0.post(command) } }

  /// Closes the loop: its thread ends when the last transfer has ended.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.wake()
    }
  }

  /// Ends all transfers and returns when their connections are closed.
  func shutDown() async {
    await withCheckedContinuation { caller in
      let hasThread = state.withLock { state in
        state.isClosed = true
        guard state.multi != nil else { return false }
        state.waitingForEnd.append(caller)
        state.post(.stopAll)
        return true
      }
      if !hasThread { caller.resume() }
    }
  }

  /// Starts the thread and returns its handle; nil if the system has no memory, file descriptors or threads left.
  private func startThread() -> UnsafeMutableRawPointer? {
    guard let multi = TransferRunner.makeMulti() else { return nil }
    // The new thread owns the handle from here on.
    nonisolated(unsafe) let owned = multi
    guard BackgroundThread.start({ self.run(owned) }) else {
      curl_multi_cleanup(multi)
      return nil
    }
    return multi
  }

  private func run(_ multi: UnsafeMutableRawPointer) {
    Thread.current.name = "udf-http"
    let runner = TransferRunner(multi, certificates: certificates, idleTime: idleTime)
    while true {
      for command in takeCommands() { runner.execute(command) }
      runner.perform()
      if let waiting = endIfDone(isIdle: runner.isIdle, hasTransfers: runner.hasTransfers) {
        runner.close()
        for caller in waiting { caller.resume() }
        return
      }
      runner.wait()
    }
  }

  private func takeCommands() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Detaches the thread from the mailbox if the thread may end. Returns the callers that wait for the end; nil if it must
  /// continue.
  private func endIfDone(isIdle: Bool, hasTransfers: Bool) -> [CheckedContinuation<Void, Never>]? {
    state.withLock { state in
      guard !hasTransfers, state.commands.isEmpty, state.isClosed || isIdle else { return nil }
      defer { state.waitingForEnd = [] }
      state.multi = nil
      return state.waitingForEnd
    }
  }
}

extension TransferLoop.State {
  fileprivate mutating func post(_ command: TransferLoop.Command) {
    guard multi != nil else { return }
    commands.append(command)
    wake()
  }

  fileprivate func wake() { if let multi { curl_multi_wakeup(multi) } }
}
