import Platform
import UDFHost

/// Passes on to the keeper of the pages what they send, and limits it.
///
/// Unchecked, because the weak reference is written only here.
final class PageDoors: PageReceiver, @unchecked Sendable {
  typealias Work = @MainActor @Sendable () -> Void

  /// The most requests of one page that wait.
  private static let requestLimit = 256

  private struct Door: Sendable {
    let outbox: Outbox
    var waiting = 0
    /// The number of requests so far.
    var received = 0
    /// The requests up to this one are interrupted.
    var interrupted = 0
  }

  private let doors = Guarded<[Int: Door]>([:])
  private weak var keeper: (any PageKeeper)?
  private let onOwner: @Sendable (@escaping Work) -> Void
  private let interrupt: @Sendable () -> Void

  /// - Parameters:
  ///   - interrupt: stops the script that runs. It is called on any thread.
  ///   - onOwner: runs something later where the keeper is.
  init(
    _ keeper: any PageKeeper, interrupt: @escaping @Sendable () -> Void,
    onOwner: @escaping @Sendable (@escaping Work) -> Void
  ) {
    self.keeper = keeper
    self.interrupt = interrupt
    self.onOwner = onOwner
  }

  func didOpen(_ page: Int, _ outbox: Outbox) {
    doors.withLock { $0[page] = Door(outbox: outbox) }
    onOwner { [weak self] in self?.keeper?.open(page, outbox) }
  }

  func didClose(_ page: Int) {
    doors.withLock { $0[page] = nil }
    onOwner { [weak self] in self?.keeper?.close(page) }
  }

  func didFail(_ error: HostError) { onOwner { [weak self] in self?.keeper?.fail(error) } }

  func didReceive(_ message: [UInt8], from page: Int) {
    guard let former = doors.withLock({ $0[page] }) else { return }
    do throws(ConnectionEnd) {
      let request = try PageRequest(message)
      let isInterrupt = if case .success(.interrupt) = request.kind { true } else { false }
      let door = doors.withLock { doors -> Door in
        var door = doors[page] ?? former
        if isInterrupt { door.interrupted = door.received }
        door.waiting += 1
        door.received += 1
        doors[page] = door
        return door
      }
      guard door.waiting <= PageDoors.requestLimit else {
        throw .violation("too many requests wait for their answers")
      }
      // The owner is busy with what is to be interrupted.
      if isInterrupt { interrupt() }
      onOwner { [weak self] in self?.perform(request, door.received, of: page) }
    } catch {
      // Later messages of this page are not performed.
      doors.withLock { $0[page] = nil }
      former.outbox.close(error)
    }
  }

  /// - Parameter order: counts the requests of the page from 1.
  @MainActor private func perform(_ request: PageRequest, _ order: Int, of page: Int) {
    let isInterrupted = doors.withLock { doors in
      doors[page]?.waiting -= 1
      return order <= doors[page]?.interrupted ?? 0
    }
    keeper?.perform(request, isInterrupted: isInterrupted, of: page)
  }
}
